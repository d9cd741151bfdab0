import { folded } from '../../text/folding.ts';
import type { Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { tooManyItems, tooManyValues } from '../refusals.ts';

/** PostgreSQL's. Functions that it lacks are in `migrations/version1/functions.ts`. */
export const postgresDialect: Dialect = {
  indexSizes: (names) =>
    sql`select value, pg_relation_size(to_regclass(value)) from json_each(${names}) where to_regclass(value) is not null`,

  statementOf: (fragment) => fragment,
  withNames: (select) => sql`select * from (${select}) as named`,

  absence: (value) => `cast(${value} is null as integer)`,
  textOrder: (text) => [
    { expression: `folded(${text})`, of: folded },
    { expression: text, of: (exactly) => exactly },
  ],
  // A third of a page, without what is not text.
  mostIndexedBytes: 2_600,
  placeIn: (text, part) => sql`strpos(folded(${text}), ${part})`,
  startsWith: (text, part) => sql`starts_with(folded(${text}), ${part})`,
  endsWith: (text, part) =>
    part === '' ? sql`${text} is not null` : sql`right(folded(${text}), length(${part})) = ${part}`,

  isListed: (value, json) =>
    json === '[]' ? sql`false` : sql`${value} in (select ${typed(json, 'value')} from json_each(${json}))`,
  // The items of both lists are texts here.
  isListedItem: (item, json) => sql`${item} in (select value from json_each(${json}))`,
  isInListedRange: (value, json) => sql`exists (
    select 1 from jsonb_array_elements(cast(${json} as jsonb)) as days (day)
    where ${value} >= ${typed(json, 'day ->> 0')} and ${value} < ${typed(json, 'day ->> 1')})`,

  itemsOf: (list, alias) => sql`json_each(${list}) as ${raw(alias)}`,
  joinItems: (list, alias, areNumbers) =>
    `left join lateral (select ${areNumbers ? 'cast(value as bigint)' : 'value collate "C"'} as value
      from json_each(${list})) as ${alias} on true`,
  itemCount: (list) => `coalesce(1.0 * json_array_length(${list}), 1.0)`,

  localDay: (time, timeZone) => sql`(local_day(${time}, ${timeZone}) collate "C")`,
  weekOf: (day) => sql`(to_char(cast(${day} as date), 'IYYY-"W"IW') collate "C")`,

  sum: (value) => sql`coalesce(${sumOf(value)}, 0)`,
  average: (value) => sql`${sumOf(value)} / nullif(count(${value}), 0)`,
  median: (value, most) => {
    const [low, high] = ['', ' desc'].map(
      (direction) =>
        sql`cast(percentile_disc(0.5) within group (order by ${value}${raw(direction)}) as double precision)`,
    ) as [Fragment, Fragment];
    return sql`case when ${atMost(most, sql`count(${value})`, tooManyValues(most).message)} = 0 then null
      when ${low} = ${high} then ${low} else ${low} / 2 + ${high} / 2 end`;
  },
  distinctItems: (list, most) =>
    atMost(
      most,
      sql`(select count(distinct item.value) from unnest(array_agg(${list})) as lists (list)
        cross join json_each(lists.list) as item)`,
      tooManyItems(most).message,
    ),
  total: (number) => `cast(coalesce(sum(${number}), 0) as double precision)`,
  bytesOf: (text) => `coalesce(octet_length(${text}), 0)`,
};

/** The items of a list bound as JSON: its first one shows whether they are texts. */
const typed = (json: string, item: string): Fragment =>
  raw(/^\[+"/.test(json) ? item : `cast(${item} as double precision)`);

/**
 * Decimal, because a sum of binary fractions depends on the order of the rows. Infinity stands for `tooLarge`. The
 * server cuts a fraction to 15 digits, so its text is cast, which has all digits.
 */
function sumOf(value: Fragment): Fragment {
  const sum = sql`sum(cast(cast(${value} as text) as numeric))`;
  return sql`case when abs(${sum}) > ${raw(largest)} then 'Infinity' else cast(${sum} as double precision) end`;
}

const largest = `cast('${Number.MAX_VALUE}' as numeric)`;

const atMost = (most: number, figure: Fragment, refusal: string): Fragment =>
  sql`at_most(${raw(String(most))}, ${figure}, ${refusal})`;
