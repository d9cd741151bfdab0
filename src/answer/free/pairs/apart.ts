import type { Row } from '../../../../schemas/queries.ts';
import { contentOf, type Word } from '../../language/words.ts';
import { isDate, mainDate, type SubjectField } from '../../plain/named.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import { speaksOf } from '../fields.ts';
import type { Scene } from '../scene.ts';
import type { Paired } from './paired.ts';

const days = '(?:how many days|how long|how much time|how far)';
const lying =
  '(?: (?:are|is|was|were|lie|lies|lay|there|have|has|had|pass|passes|passed|elapsed|went by|did we have|it|take|took|did it take))*';
/** How the days between two records are asked for. The records follow, with one of these words between them. */
const asked: readonly (readonly [said: RegExp, joint: RegExp])[] = [
  [
    new RegExp(
      `^(?:${days}${lying}|(?:what (?:is|was) )?(?:the )?(?:number of days|days|time|gap|difference in days)) between `,
      'u',
    ),
    /^and$/u,
  ],
  [new RegExp(`^(?:how far|how many days|how long) apart (?:are|were|is|was|lie|lay|did) `, 'u'), /^and$/u],
  [new RegExp(`^(?:how far|how many days) (?:are|were) (?=.+ apart $)`, 'u'), /^and$/u],
  [new RegExp(`^${days}${lying} from `, 'u'), /^(?:to|until|till)$/u],
  [new RegExp(`^(?:how many days|how long)${lying} after `, 'u'), /^(?:was|were|is|did|came|that)$/u],
];
const empty = /^(?:apart|dates?|days?|and|to|of|on|was|were|is|did|it|the|until|till)$/u;

/** Reads "how many days are between order A and order B": how far one date of two records is apart. */
export function apartIn(scene: Scene): Paired | undefined {
  const { line, whole, cells } = scene;
  const found = asked.map(([said, joint]) => ({ match: said.exec(whole), joint })).find(({ match }) => match !== null);
  if (!found?.match) return undefined;
  const [, begin] = line.wordsIn(found.match);
  const titles = titlesIn(cells, line.words[begin]?.start ?? Infinity);
  if (titles?.length !== 2) return undefined;
  const [first, second] = titles as [CellNamed, CellNamed];
  const between = line.words.filter(({ start, end }) => start >= first.end && end <= second.start);
  const isNamed = ({ start, end }: Word) => titles.some((cell) => cell.start <= start && cell.end >= end);
  const others = line.words.slice(begin).filter((word) => !isNamed(word) && !empty.test(word.folded));
  const field = dateIn(scene, others);
  const isRead = (word: Word) => scene.namesRecords(word) || (field !== undefined && speaksOf(word, field));
  if (!field || !between.some(({ folded }) => found.joint.test(folded))) return undefined;
  if (!contentOf(others).every(isRead)) return undefined;
  const names = [first.value, second.value];
  return {
    fields: [field],
    rest: [],
    filters: [{ field: 'title', operator: 'in', value: names }],
    reading: `the days between the ${field.label} of ${names[0]} and that of ${names[1]}`,
    valuesIn: (rows) => daysBetween(rows, field, names),
  };
}

/** The two records that are named, each by the whole of its title. */
function titlesIn(cells: readonly CellNamed[], begin: number): readonly CellNamed[] | undefined {
  const places = Map.groupBy(cells, ({ start, end }) => `${start} ${end}`);
  const titles = [...places.values()].map((alike) =>
    alike.find(({ fieldKey, isWhole, start }) => fieldKey === 'title' && isWhole && start >= begin),
  );
  const isClear = titles.every((title) => title !== undefined);
  return isClear ? titles.toSorted((one, other) => one.start - other.start) : undefined;
}

/** The date that the words speak of, or else that of the records. Undefined where they speak of two. */
function dateIn({ dates }: Scene, words: readonly Word[]): SubjectField | undefined {
  const spoken = dates.filter((field) => isDate(field) && words.some((word) => speaksOf(word, field)));
  return spoken.length > 1 ? undefined : (spoken[0] ?? mainDate(dates));
}

/** Nothing where a title belongs to several records, or to one without the date. */
function daysBetween(rows: readonly Row[], { key }: SubjectField, names: readonly string[]) {
  const found = names.map((name) => rows.filter((row) => row['title'] === name).map((row) => row[key]));
  if (found.some((dates) => dates.length !== 1 || typeof dates[0] !== 'string')) return [];
  const [one, other] = found.map(([date]) => Date.parse(String(date).slice(0, 10)));
  return [{ value: Math.round(Math.abs(other! - one!) / 86_400_000), type: 'number' as const }];
}
