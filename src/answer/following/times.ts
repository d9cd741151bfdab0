import { months } from '../language/lexicon/numbers.ts';

/** Reads "the month before" and "the previous year". */
const beside =
  /^(?:in |during )?(?:the )?(?:(week|month|quarter|year) (before|after)(?: that)?|(previous|preceding|prior|following) (week|month|quarter|year))$/iu;

/** Whether a text names a time by the one of an earlier question. */
export const isTimeBeside = (text: string): boolean => beside.test(text);

/** The question with the time before or after its own. Null where it has no such time, or several. */
export function withTimeBeside(question: string, said: string): string | null {
  const [, unit, way, before, ofUnit] = beside.exec(said) ?? [];
  const step = (way ?? before)!.toLowerCase() === 'after' || before?.toLowerCase() === 'following' ? 1 : -1;
  const known = (unit ?? ofUnit)!.toLowerCase();
  const found = timesOf(known).flatMap(({ pattern, moved }) =>
    [...question.matchAll(pattern)].flatMap((match) => {
      const time = moved(match, step);
      return time === undefined ? [] : { from: match.index, to: match.index + match[0].length, time };
    }),
  );
  const [one] = found;
  return one && found.length === 1 ? question.slice(0, one.from) + one.time + question.slice(one.to) : null;
}

interface Written {
  readonly pattern: RegExp;
  readonly moved: (match: RegExpExecArray, step: number) => string | undefined;
}

const year = String.raw`(?:19|20)\d\d`;
const ordinals = ['first', 'second', 'third', 'fourth'];

function timesOf(unit: string): readonly Written[] {
  const relative: Written = {
    pattern: new RegExp(String.raw`\b(?:the )?(this|last) ${unit}\b(?! of)`, 'giu'),
    moved: ([, which], step) => relativeTo(which!.toLowerCase(), step, unit),
  };
  return [relative, ...(named[unit] ?? [])];
}

const relativeTo = (which: string, step: number, unit: string): string | undefined => {
  if (which === 'this') return step < 0 ? `last ${unit}` : undefined;
  return step < 0 ? `the ${unit} before last` : `this ${unit}`;
};

/** Times with their names, by their unit. */
const named: Readonly<Record<string, readonly Written[]>> = {
  month: [
    {
      pattern: new RegExp(String.raw`\b(${months.join('|')})\b(?: (?:of )?(${year}))?`, 'giu'),
      moved: ([text, month, ofYear], step) => (text === 'may' ? undefined : monthBeside(month!, ofYear, step)),
    },
  ],
  quarter: [
    {
      pattern: new RegExp(String.raw`\b(q[1-4]|(?:${ordinals.join('|')}) quarter)( (?:of )?)(${year})\b`, 'giu'),
      moved: ([, quarter, joint, ofYear], step) => quarterBeside(quarter!, joint!, ofYear!, step),
    },
  ],
  year: [{ pattern: new RegExp(String.raw`\b${year}\b(?!-)`, 'gu'), moved: ([of], step) => String(Number(of) + step) }],
};

function monthBeside(month: string, ofYear: string | undefined, step: number): string | undefined {
  const at = months.indexOf(month.toLowerCase()) + step;
  const isTurned = at < 0 || at >= months.length;
  if (isTurned && ofYear === undefined) return undefined;
  const name = months.at(at % months.length)!;
  const written = name.charAt(0).toUpperCase() + name.slice(1);
  return ofYear === undefined ? written : `${written} ${Number(ofYear) + (isTurned ? step : 0)}`;
}

function quarterBeside(quarter: string, joint: string, ofYear: string, step: number): string {
  const isShort = /^q\d/iu.test(quarter);
  const number = isShort ? Number(quarter[1]) : 1 + ordinals.indexOf(quarter.toLowerCase().split(' ')[0]!);
  const at = (number - 1 + step + ordinals.length) % ordinals.length;
  const isTurned = number + step < 1 || number + step > ordinals.length;
  const written = isShort ? `Q${at + 1}` : `${ordinals[at]!} quarter`;
  return `${written}${joint}${Number(ofYear) + (isTurned ? step : 0)}`;
}
