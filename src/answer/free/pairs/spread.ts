import type { Row } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import { isDate, isNumber, mainDate, type SubjectField } from '../../plain/named.ts';
import { type FieldNamed, levels, speaksOf } from '../fields.ts';
import type { Scene } from '../scene.ts';
import type { Paired } from './paired.ts';

const ends =
  '(?:first|last|earliest|latest|highest|lowest|largest|smallest|biggest|greatest|longest|shortest|maximum|minimum|oldest|newest|cheapest|most expensive|least expensive|dearest)';
const both = `(?:the |our |my )?${ends} and (?:the |our |my )?${ends} `;
const asked: readonly RegExp[] = [
  new RegExp(`^how far apart (?:are|were|is|was|lie|do) (?:the |our )?(?:${both})?`, 'u'),
  new RegExp(`^how far (?:are|were|is|was) (?=.+ apart $)(?:the |our )?(?:${both})?`, 'u'),
  /^(?:what (?:is|was) )?(?:the |our )?(?:range|spread|span) (?:of|in) (?:the |our )?/u,
  new RegExp(
    String.raw`^(?:what (?:is|was) )?(?:the )?(?:difference|gap|spread|range|span|time|distance|number of days) between ${both}`,
    'u',
  ),
  new RegExp(
    `^how (?:many days|much time|long|far) (?:(?:are|is|was|were|lie|lies|lay|pass|passes|passed|elapsed|went by|there|have|has) )*between ${both}`,
    'u',
  ),
];
const ofTime = /\b(?:first|last|earliest|latest|oldest|newest|days|dates?|time|long)\b/u;
const empty = /^(?:of|the|our|date|dates|day|days|values?|amounts?|apart|is|are|was|were|all|in|for|and|lie|lies)$/u;

/** Reads "the range of the hours" and "how far apart are the first and the last order". */
export function spreadIn(scene: Scene): Paired | undefined {
  const { line, whole } = scene;
  const match = asked.map((pattern) => pattern.exec(whole)).find((found) => found !== null);
  if (!match) return undefined;
  const [, begin] = line.wordsIn(match);
  const isOfTime = ofTime.test(match[0]) || /\bdates?\b/u.test(whole);
  const named = isOfTime ? dateIn(scene, begin) : numberIn(scene, begin);
  if (!named) return undefined;
  const { field } = named;
  const isOf = (at: number) =>
    (at >= named.from && at < named.to) || (isDate(field) && speaksOf(line.words[at]!, field));
  const rest = line.words.slice(begin).filter(({ folded }, at) => !isOf(begin + at) && !empty.test(folded));
  const kept = rest.some((word) => !scene.namesRecords(word))
    ? line.words.slice(begin).filter((_, at) => !isOf(begin + at))
    : [];
  return {
    fields: [field],
    rest: kept.filter(
      ({ folded }, at) => !(at === 0 && empty.test(folded)) && !/^(?:apart|dates?|days?)$/u.test(folded),
    ),
    metrics: [
      { alias: 'largest', function: 'maximum', field: field.key },
      { alias: 'smallest', function: 'minimum', field: field.key },
    ],
    reading: isDate(field)
      ? `the days from the first ${field.label} to the last`
      : `the largest ${field.label} less the smallest`,
    valuesIn: ([row]) => valuesOf(row, field),
  };
}

function numberIn({ named }: Scene, begin: number): FieldNamed | undefined {
  const some = named
    .filter(
      ({ field, from, level }) => (isNumber(field) || isDate(field)) && (from >= begin ? level > levels.notion : true),
    )
    .toSorted((a, b) => b.level - a.level || b.to - b.from - (a.to - a.from));
  const [one] = some;
  const isClear = one && some.every(({ field, level }) => field === one.field || level < one.level);
  return isClear ? one : undefined;
}

/** The date that the words speak of, or else that of the records. */
function dateIn({ line, dates }: Scene, begin: number): FieldNamed | undefined {
  const spoken = dates.filter((field) =>
    line.words.slice(begin).some((word) => !empty.test(word.folded) && speaksOf(word, field)),
  );
  const field = spoken.length === 1 ? spoken[0] : mainDate(dates);
  return field && { field, from: -1, to: -1, level: levels.notion };
}

function valuesOf(row: Row | undefined, field: SubjectField): Value[] {
  const [largest, smallest] = [row?.['largest'], row?.['smallest']];
  if (typeof largest === 'string' && typeof smallest === 'string')
    return [{ value: Math.round((dayOf(largest) - dayOf(smallest)) / 86_400_000), type: 'number' }];
  if (typeof largest !== 'number' || typeof smallest !== 'number') return [];
  return [{ value: Number((largest - smallest).toFixed(6)), type: field.type, fieldKey: field.key }];
}

const dayOf = (value: string): number => Date.parse(value.slice(0, 10));
