import { type Dialect, tooLarge } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { folded } from '../../text/folding.ts';

/** SQLite's. Functions that it lacks are in `functions.ts`. */
export const sqliteDialect: Dialect = {
  statementOf: (fragment) => fragment,
  withNames: (select) => select,

  absence: (value) => `(${value} is null)`,
  textOrder: (text) => [
    { expression: `folded(${text})`, of: folded },
    { expression: text, of: (exactly) => exactly },
  ],
  mostIndexedBytes: Number.POSITIVE_INFINITY,
  placeIn: (text, part) => sql`instr(folded(${text}), ${part})`,
  startsWith: (text, part) => sql`substr(folded(${text}), 1, ${characters(part)}) = ${part}`,
  endsWith: (text, part) =>
    // From place 0 on, `substr` gives the whole text.
    part === '' ? sql`${text} is not null` : sql`substr(folded(${text}), ${-characters(part)}) = ${part}`,

  isListed,
  isListedItem: isListed,
  isInListedRange: (value, json) => sql`exists (select 1 from json_each(${json}) as day
    where ${value} >= (day.value ->> 0) and ${value} < (day.value ->> 1))`,

  itemsOf: (list, alias) => sql`json_each(${list}) as ${raw(alias)}`,
  joinItems: (list, alias) => `left join json_each(${list}) as ${alias}`,
  itemCount: (list) => `ifnull(1.0 * json_array_length(${list}), 1.0)`,

  localDay: (time, timeZone) => sql`local_day(${time}, ${timeZone})`,
  weekOf: (day) => sql`strftime('%G-W%V', ${day})`,

  sum: (value) => unlessTooLarge(sql`coalesce(sum(${value}), 0)`),
  average: (value) => unlessTooLarge(sql`avg(${value})`),
  median: (value, most) => sql`median_of(${value}, ${raw(String(most))})`,
  distinctItems: (list, most) => sql`count_distinct_items(${list}, ${raw(String(most))})`,
  indexSizes: (names) =>
    sql`select name, pgsize from dbstat where aggregate = true and name in (select value from json_each(${names}))`,

  total: (number) => `total(${number})`,
  bytesOf: (text) => `ifnull(octet_length(${text}), 0)`,
};

const unlessTooLarge = (figure: Fragment): Fragment =>
  sql`iif(abs(${figure}) > ${Number.MAX_VALUE}, ${tooLarge}, ${figure})`;

/** SQL counts code points. */
const characters = (text: string): number => Array.from(text).length;

function isListed(value: Fragment, json: string): Fragment {
  return sql`${value} in (select value from json_each(${json}))`;
}
