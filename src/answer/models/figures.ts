/** A number as it is written, and what it may mean: `1,234` is 1234 or, to others, 1.234. */
interface Figure {
  readonly written: string;
  readonly readings: readonly Reading[];
}

interface Reading {
  readonly value: number;
  /** What the last written digit counts. */
  readonly step: number;
}

/** Digits of any script, fractions and the like; a separator counts only between them. */
const written = /\p{N}+(?:[.,'’]\p{N}+)*/gu;

const separator = /[.,'’]/;

/** What may follow a number and multiply it. */
const scales: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/^\s?(%|percent\b)/i, 0.01],
  [/^\s?(k|thousand|tsd)\b/i, 1e3],
  [/^\s?(m|mn|mio|million)\b/i, 1e6],
  [/^\s?(bn|billion|mrd)\b/i, 1e9],
];

/** `1.` at the beginning of a line numbers it. */
const ordinals = /^[ \t]*(?:[-*] )?\d{1,3}[.)](?=\s)/gm;

/** Of `4**2**` a reader sees 42. */
const emphasis = /[*_~`\\]/g;

/** Identifiers are full of digits that are no figures. */
const identifiers = /\b[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/**
 * The figures of a text that none of the known texts gives, as they are written. Rounding is no change; what is not
 * written in 0 to 9 must stand there as it is.
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

/** What a known figure may mean; between cells of a table a comma parts figures. */
function valuesOf({ written: number, readings }: Figure): number[] {
  const cells = number.includes(',') && !isGrouped(number.split(',')) ? number.split(',') : [];
  return [...readings, ...cells.flatMap(readingsOf)].map(({ value }) => value);
}

function figuresIn(text: string): Figure[] {
  const plain = text.replaceAll(identifiers, '').replaceAll(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3})/g, '');
  return [...plain.matchAll(written)].flatMap(({ 0: number, index }) =>
    figuresOf(number, plain.slice(index + number.length, index + number.length + 12)),
  );
}

function figuresOf(number: string, after: string): Figure[] {
  const readings = readingsOf(number);
  // A day such as 5.11.2026, or a version.
  if (readings.length === 0 && separator.test(number))
    return number.split(separator).flatMap((part) => figuresOf(part, ''));
  const factors = scales.filter(([pattern]) => pattern.test(after)).map(([, factor]) => factor);
  const scaled = factors.flatMap((factor) =>
    readings.map(({ value, step }) => ({ value: value * factor, step: step * factor })),
  );
  return [{ written: number, readings: [...readings, ...scaled] }];
}

function readingsOf(number: string): Reading[] {
  const groups = number.split(separator);
  const last = groups.at(-1)!;
  const separators = number.replaceAll(/\p{N}/gu, '');
  const readings: Reading[] = [];
  if (isGrouped(groups) && isOne(separators)) readings.push(reading(groups.join(''), 0));
  if (
    groups.length > 1 &&
    isGrouped(groups.slice(0, -1)) &&
    isOne(separators.slice(0, -1)) &&
    !separators.slice(0, -1).includes(separators.at(-1)!)
  )
    readings.push(reading(`${groups.slice(0, -1).join('')}.${last}`, last.length));
  return readings.filter(({ value }) => Number.isFinite(value));
}

/** Groups of thousands. */
const isGrouped = ([first, ...others]: readonly string[]) =>
  others.length === 0 || (first!.length <= 3 && others.every((group) => group.length === 3));

/** All separators are the same. */
const isOne = (separators: string) => new Set(separators).size <= 1;

const reading = (digits: string, decimals: number): Reading => ({ value: Number(digits), step: 10 ** -decimals });

/** Of sorted values. Both ends included, with room for how numbers are kept. */
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
