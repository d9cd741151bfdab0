import type { Row } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import type { Word } from '../../language/words.ts';
import { isDate, isNumber, type SubjectField } from '../../plain/named.ts';
import { type FieldNamed, levels } from '../fields.ts';
import type { Scene } from '../scene.ts';
import type { Paired } from './paired.ts';

const skipped = String.raw`(?:(?:the|our|its|their|his|her|it|they|we|what|was|were|is|had|been|be) )*`;
const relations: readonly (readonly [said: RegExp, holds: (difference: number) => boolean, name: string])[] = [
  [
    new RegExp(`\\b(?:more|higher|greater|larger|bigger|longer|later) than ${skipped}`, 'u'),
    (one) => one > 0,
    'more than',
  ],
  [new RegExp(`\\b(?:less|lower|smaller|fewer|shorter|earlier) than ${skipped}`, 'u'), (one) => one < 0, 'less than'],
  [new RegExp(`\\b(?:above|exceed(?:s|ed|ing)?) ${skipped}`, 'u'), (one) => one > 0, 'more than'],
  [new RegExp(`\\bbelow ${skipped}`, 'u'), (one) => one < 0, 'less than'],
  [new RegExp(`\\b(?:equal to|equals|the same as) ${skipped}`, 'u'), (one) => one === 0, 'equal to'],
  [new RegExp(`\\bdifferent from ${skipped}`, 'u'), (one) => one !== 0, 'different from'],
];

const glue =
  /^(?:where|whose|with|in|for|on|at|which|have|has|had|that|the|a|an|is|was|are|were|did|do|does|we|it|they|who|when|their|its|our|been|came|out|turned|actual|actually|final)$/u;
const asking =
  /^(?:(?:in|on|for|at|of) )?(?:how many (?!percent)|what (?:is|was) the number of |the number of |number of )(?:of )?(?:the |our )?/u;
const sharing =
  /^(?:what|which|how many|how much) (?:is the |was the )?(?:share|percentage|percent|proportion|fraction) of (?:the |our |all )*/u;
const listing = /^(?:(?:in|on|for|at) )?(?:which|what|list|show|name|give|find)(?: all)?(?: the| our)? /u;

/** Reads "which jobs cost more than planned": two fields of one record are compared. */
export function comparedIn(scene: Scene): Paired | undefined {
  const { line, whole } = scene;
  for (const [said, holds, name] of relations) {
    const match = said.exec(whole);
    if (!match) continue;
    const [from, to] = line.wordsIn(match);
    const second = best(scene.named.filter((one) => one.from === to && isComparable(one.field)));
    const first = second && before(scene, from, second.field);
    if (!first || isDate(first.field) !== isDate(second.field)) continue;
    const rest = restOf(line.words, first.from, second.to);
    const kind = rest && kindOf(rest.map(({ folded }) => `${folded} `).join(''));
    if (!kind) continue;
    const fields = [first.field, second.field] as const;
    return {
      fields,
      rest: rest.slice(kind.words),
      reading: `${kind.ask} where ${fields[0].label} is ${name} ${fields[1].label}`,
      valuesIn: (rows) =>
        valuesOf(
          kind.ask,
          rows,
          rows.filter((row) => holds(differenceOf(row, fields))),
        ),
    };
  }
  return undefined;
}

const isComparable = (field: SubjectField): boolean => isNumber(field) || isDate(field);

/** The best named. Undefined where two are named alike. */
function best(named: readonly FieldNamed[]): FieldNamed | undefined {
  const [one, other] = named.toSorted((a, b) => b.level - a.level || b.to - b.from - (a.to - a.from));
  const isAlike = other && one!.field !== other.field && one!.level === other.level && one!.to === other.to;
  return isAlike ? undefined : one;
}

/** The field named right before the relation. Words such as "cost" leave out what is only planned. */
function before(scene: Scene, end: number, other: SubjectField): FieldNamed | undefined {
  const named = scene.named.filter(
    (one) =>
      one.to <= end &&
      one.field !== other &&
      isComparable(one.field) &&
      scene.line.words.slice(one.to, end).every(({ folded }) => glue.test(folded)),
  );
  const last = Math.max(...named.map(({ to }) => to));
  const nearest = named.filter(({ to }) => to === last);
  return (
    best(nearest) ?? best(nearest.filter(({ field, level }) => level > levels.notion || !planned.test(field.label)))
  );
}

const planned = /\b(?:plan|planned|budget|quote|quoted|estimate|estimated|target|deposit|discount)/iu;

/** The words beside both fields. */
function restOf(words: readonly Word[], from: number, to: number): readonly Word[] | undefined {
  let end = from;
  while (end > 0 && glue.test(words[end - 1]!.folded)) end -= 1;
  return end === 0 ? undefined : [...words.slice(0, end), ...words.slice(to)];
}

type Ask = 'number' | 'share' | 'records';

function kindOf(text: string): { readonly ask: Ask; readonly words: number } | undefined {
  for (const [ask, pattern] of [
    ['share', sharing],
    ['number', asking],
    ['records', listing],
  ] as const) {
    const match = pattern.exec(text);
    if (match) return { ask, words: match[0].trim().split(' ').length };
  }
  return undefined;
}

const differenceOf = (row: Row, [first, second]: readonly [SubjectField, SubjectField]): number =>
  isDate(first)
    ? Date.parse(String(row[first.key])) - Date.parse(String(row[second.key]))
    : Number(row[first.key]) - Number(row[second.key]);

function valuesOf(ask: Ask, all: readonly Row[], found: readonly Row[]): Value[] {
  if (ask === 'number') return [{ value: found.length, type: 'number' }];
  if (ask === 'share')
    return all.length === 0 ? [] : [{ value: Math.round((1_000 * found.length) / all.length) / 10, type: 'percent' }];
  return found.map((row) => ({ value: row['title'] as string, type: 'text', fieldKey: 'title' }));
}
