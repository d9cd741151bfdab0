import { limits } from '../../../schemas/limits.ts';
import type { Filters } from '../../../schemas/queries.ts';
import type { GridQueries } from './grid-query.ts';
import type { Reading } from './reading.ts';
import { keptRows } from './take.ts';

type Asked = Pick<Reading, 'body' | 'take'>;
type Filter = Filters[number];

/**
 * The same reading without the numbers and dates that the grid of a Data Set took out of texts. A condition on them
 * lists the texts that meet it. An order lists the texts that come first. A sum or a difference lists the texts whose
 * numbers it is of. Undefined where no query gives the same.
 */
export function expressed(reading: Asked, queries: GridQueries): Asked | undefined {
  const origins = originsOf(queries);
  if (!usesAny(reading, origins)) return reading;
  const filters = reading.body.filters.map((filter) => filterOnTexts(filter, queries, origins));
  if (!filters.every((filter) => filter !== undefined)) return undefined;
  return reading.body.operation === 'records'
    ? recordsOnTexts(reading, filters, queries, origins)
    : figuresOnTexts(reading, filters, queries, origins);
}

/** The key of the text that each value was taken out of, by the key of the value. */
type Origins = ReadonlyMap<string, string>;

const originsOf = ({ grid }: GridQueries): Origins =>
  new Map(grid.fields.flatMap(({ key, derivedFrom }) => (derivedFrom ? [[key, derivedFrom] as const] : [])));

const usesAny = ({ body, take }: Asked, origins: Origins): boolean => {
  const written = JSON.stringify([body, take]);
  return [...origins.keys()].some((key) => written.includes(JSON.stringify(key)));
};

function filterOnTexts(filter: Filter, queries: GridQueries, origins: Origins): Filter | undefined {
  if ('or' in filter) return joined('or', filter.or, queries, origins);
  if ('and' in filter) return joined('and', filter.and, queries, origins);
  const origin = origins.get(filter.field);
  if (origin === undefined) return filter;
  return isOneOf(
    origin,
    queries.matching([filter]).map((row) => queries.value(row, origin)),
  );
}

function joined(by: 'or' | 'and', all: Filters, queries: GridQueries, origins: Origins): Filter | undefined {
  const filters = all.map((one) => filterOnTexts(one, queries, origins));
  return filters.every((filter) => filter !== undefined) ? ({ [by]: filters } as Filter) : undefined;
}

/** Undefined where there are too many texts for a filter, or none. */
function isOneOf(field: string, cells: readonly unknown[]): Filter | undefined {
  const texts = [...new Set(cells)].filter((cell) => cell !== undefined).map(String);
  if (cells.length === 0 || texts.length > limits.inValues) return undefined;
  const isEmpty = { field, operator: 'is_empty' } as const;
  const [isText] = texts.map((value) =>
    texts.length === 1 ? { field, operator: 'eq' as const, value } : { field, operator: 'in' as const, value: texts },
  );
  if (!isText) return isEmpty;
  return cells.includes(undefined) ? { or: [isText, isEmpty] } : isText;
}

function figuresOnTexts(
  { body, take }: Asked,
  filters: Filters,
  queries: GridQueries,
  origins: Origins,
): Asked | undefined {
  const { metrics = [], groupBy = [] } = body;
  const keys = [
    ...metrics.map(({ field }) => field),
    ...groupBy.map((group) => (typeof group === 'string' ? group : group.field)),
  ];
  if (!keys.some((key) => key !== undefined && origins.has(key))) return { body: { ...body, filters }, take };
  const [metric] = metrics;
  if (metrics.length !== 1 || groupBy.length > 0 || metric!.function !== 'sum') return undefined;
  if (queries.matching(body.filters).length > mostAddedUp) return undefined;
  const key = origins.get(metric!.field!)!;
  return { body: { operation: 'records', filters, fields: [key], limit: mostAddedUp }, take: { key, fold: 'sum' } };
}

/** No more texts are listed whose numbers are added up. */
const mostAddedUp = 20;

/** Values are shown as the texts that they were taken out of. */
function recordsOnTexts(
  { body, take }: Asked,
  filters: Filters,
  queries: GridQueries,
  origins: Origins,
): Asked | undefined {
  if (take.part !== undefined) return undefined;
  const textOf = (key: string) => origins.get(key) ?? key;
  const shown = { fields: [...new Set(body.fields!.map(textOf))], filters };
  const key = textOf(take.key);
  const [order] = body.orderBy ?? [];
  const ordered = order && origins.get(order.field);
  const minus = take.minus === undefined ? {} : { minus: textOf(take.minus) };
  if (ordered === undefined) return { body: { ...body, ...shown }, take: { ...take, key, ...minus } };
  if (take.minus !== undefined || (take.fold ?? 'number') !== 'number') return undefined;
  const found = queries.run(body);
  const kept = keptRows(found, take);
  const first = isOneOf(
    ordered,
    kept.map((row) => found.value(row, ordered)),
  );
  if (!first) return undefined;
  const { orderBy: _, ...unordered } = body;
  const asked = { ...unordered, ...shown, filters: [...filters, first] };
  const reading = { body: asked, take: take.fold === undefined ? { key } : { key, fold: take.fold } };
  // Rows behind the first may have the same texts.
  return queries.run(asked).length === kept.length ? reading : undefined;
}
