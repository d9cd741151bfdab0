import type { Field } from '../../schemas/fields.ts';
import type { TypedQuery } from '../../schemas/queries.ts';
import { type AnyFilter, filterWords, fieldNamed, metricWords, type ValueWords } from '../fields/words.ts';

/** The parts of a typed query that say which figures or records it asks for. */
type Asked = { readonly operation: string } & Partial<
  Pick<TypedQuery, 'metrics' | 'groupBy' | 'having' | 'orderBy' | 'limit'>
> & {
    readonly filters?: readonly AnyFilter[] | undefined;
  };

/** A typed query in plain words, a part a line. */
export function queryWords(typed: Asked, fields: readonly Field[], say?: ValueWords): string[] {
  const { operation, metrics = [], filters = [], groupBy = [], having = [], orderBy = [], limit } = typed;
  const labelOf = (name: string) => {
    const metric = metrics.find(({ alias }) => alias === name);
    return metric ? metricWords(metric, fields) : (fieldNamed(fields, name)?.label ?? name);
  };
  const shown = metrics.map((metric) => {
    const only = metric.filters?.map((filter) => filterWords(filter, fields, say)).join(', and ');
    return metricWords(metric, fields) + (only ? `, only where ${only}` : '');
  });
  const groups = groupBy.map((group) =>
    typeof group === 'string' ? labelOf(group) : `${labelOf(group.field)} by ${group.interval}`,
  );
  const conditions = having.map(({ field, operator, value }) =>
    filterWords({ field: labelOf(field), operator, value }, fields, (one) => String(one)),
  );
  return [
    operation === 'aggregate' ? listed(shown.length === 0 ? ['The groups'] : shown) : 'The records themselves',
    ...(filters.length > 0
      ? [`where ${filters.map((filter) => filterWords(filter, fields, say)).join(', and ')}`]
      : ['of all records']),
    ...(groups.length > 0 ? [`for each ${groups.join(' and ')}`] : []),
    ...(conditions.length > 0 ? [`only groups whose ${conditions.join(', and ')}`] : []),
    ...(orderBy.length > 0
      ? [`by ${orderBy.map(({ field, direction }) => labelOf(field) + order[direction]).join(', then ')}`]
      : []),
    ...(limit === undefined ? [] : [`at most ${limit} rows`]),
  ];
}

const order = { asc: ', ascending', desc: ', descending' };

const listed = (words: readonly string[]): string => words.join('; ');
