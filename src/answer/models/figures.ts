/** A number as it is written, and its possible values. `1,234` is 1234, but 1.234 in other languages. */
interface Figure {
  readonly written: string;
  readonly readings: readonly Reading[];
}

interface Reading {
  readonly value: number;
  /** The value of one unit in the last written digit. */
  readonly step: number;
}

/** Words and marks after a number that multiply it. */
const scales: Readonly<Record<string, number>> = {
  '%': 0.01,
  percent: 0.01,
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
};

/** Digits of any script, fractions and the like. A separator counts only between digits. */
const written = new RegExp(
  `(\\p{N}+(?:[.,'’]\\p{N}+)*)(?:\\s?(${Object.keys(scales).join('|')})(?![\\p{L}\\p{N}]))?`,
  'giu',
);
const separator = /[.,'’]/;

/** Numbering of a line, such as `1.` at its beginning. */
const ordinals = /^[ \t]*(?:[-*] )?\d{1,3}[.)](?=\s)/gm;

/** Emphasis marks are removed, because a reader sees `4**2**` as 42. */
const emphasis = /[*_~`\\]/g;

/** Identifiers contain digits that are not figures. */
const identifiers = /\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/**
 * The figures of a text that no known text gives, as they are written. A rounded figure is known. A figure in digits
 * other than 0 to 9 must appear unchanged.
 */
export function unknownFigures(text: string, known: string): string[] {
  const given = figuresIn(known);
  const values = new Float64Array(given.flatMap(valuesOf)).sort();
  const others = new Set(given.filter(({ readings }) => readings.length === 0).map((figure) => figure.written));
  const isKnown = ({ written: number, readings }: Figure) =>
    others.has(number) || readings.some(({ value, step }) => hasBetween(values, value - step / 2, value + step / 2));
  return figuresIn(text.replaceAll(ordinals, '').replaceAll(emphasis, ''))
    .filter((figure) => !isKnown(figure))
    .map((figure) => figure.written);
}

/** The values that a known figure may mean. A comma may also separate the figures of table cells. */
function valuesOf({ written: number, readings }: Figure): number[] {
  const cells = number.includes(',') && !isGrouped(number.split(',')) ? number.split(',') : [];
  return [...readings, ...cells.flatMap(readingsOf)].map(({ value }) => value);
}

function figuresIn(text: string): Figure[] {
  const plain = text.replaceAll(identifiers, '').replaceAll(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3})/g, '');
  return Array.from(plain.matchAll(written), ([, number, scale]) => figuresOf(number!, scale)).flat();
}

function figuresOf(number: string, scale?: string): Figure[] {
  const readings = readingsOf(number);
  // The number is a day such as 5.11.2026, or a version.
  if (readings.length === 0 && separator.test(number))
    return number.split(separator).flatMap((part) => figuresOf(part));
  if (scale === undefined) return [{ written: number, readings }];
  const factor = scales[scale.toLowerCase()]!;
  const scaled = readings.map(({ value, step }) => ({ value: value * factor, step: step * factor }));
  return [{ written: number, readings: [...readings, ...scaled] }];
}

function readingsOf(number: string): Reading[] {
  if (!separator.test(number)) return [reading(number, 0)].filter(isNumber);
  const groups = number.split(separator);
  const last = groups.at(-1)!;
  const separators = number.replaceAll(/\p{N}/gu, '');
  const readings: Reading[] = [];
  if (isGrouped(groups) && isOne(separators)) readings.push(reading(groups.join(''), 0));
  const [whole, before, point] = [groups.slice(0, -1), separators.slice(0, -1), separators.at(-1)!];
  if (isGrouped(whole) && isOne(before) && !before.includes(point))
    readings.push(reading(`${whole.join('')}.${last}`, last.length));
  return readings.filter(isNumber);
}

/** Groups of thousands. */
const isGrouped = ([first, ...others]: readonly string[]) =>
  others.length === 0 || (first!.length <= 3 && others.every((group) => group.length === 3));

/** All separators are the same. */
const isOne = (separators: string) => new Set(separators).size <= 1;

const reading = (digits: string, decimals: number): Reading => ({ value: Number(digits), step: 10 ** -decimals });
const isNumber = ({ value }: Reading) => Number.isFinite(value);

/** Whether sorted values include one from `low` to `high`, with a tolerance for rounding. */
function hasBetween(values: Float64Array, low: number, high: number): boolean {
  const slack = 1e-9 * Math.max(1, Math.abs(high));
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle]! < low - slack) from = middle + 1;
    else to = middle;
  }
  return from < values.length && values[from]! <= high + slack;
}
