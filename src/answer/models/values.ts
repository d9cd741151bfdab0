import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answer, Column, TypedQuery } from '../../../schemas/queries.ts';
import type { Claim } from './claim.ts';
import type { RanQuery } from './evidence.ts';

type Value = NonNullable<Answer['values']>[number];

export interface Computed {
  readonly label: string;
  readonly value: Value;
}

/** The values in these cells of a query's result, or in the whole result. */
export function computedIn(query: RanQuery, cells: Claim['cells']): Computed[] {
  const named = cells ?? everyCell(query);
  return named.flatMap(({ row, column: key }, index) => {
    const column = query.columns.find((one) => one.key === key);
    if (!column) throw invalidRequest(`/cells/${index}/column`, 'names no column of this query');
    if (!query.rows[row])
      throw invalidRequest(`/cells/${index}/row`, `must be one of its ${query.rows.length} rows, counted from 0`);
    const values = [query.rows[row][key]].flat().filter(isPlain);
    return values.map((value) => ({ label: column.label, value: valueIn(query.body, column, value) }));
  });
}

function everyCell({ columns, rows, isWhole }: RanQuery): NonNullable<Claim['cells']> {
  const keys = columns.filter(({ type }) => type !== 'id').map(({ key }) => key);
  if (!isWhole || keys.length * rows.length > limits.modelValues)
    throw invalidRequest(
      '/cells',
      `must name the cells of the answer, because there are more than ${limits.modelValues}`,
    );
  return rows.flatMap((_row, row) => keys.map((column) => ({ row, column })));
}

const isPlain = (value: unknown): value is Value['value'] => ['string', 'number', 'boolean'].includes(typeof value);

function valueIn(query: TypedQuery, { key, type }: Column, value: Value['value']): Value {
  const fieldKey = fieldOf(query, key);
  return { value, type, ...(fieldKey !== undefined && { fieldKey }) };
}

/** The field that a column shows or is computed from. Undefined for a bare count and for a View. */
function fieldOf({ operation, metrics = [], groupBy = [] }: TypedQuery, key: string): string | undefined {
  if (operation === 'records') return key;
  const metric = metrics.find(({ alias }) => alias === key);
  if (metric) return metric.field;
  const group = groupBy.find((one) => (typeof one === 'string' ? one : `${one.field}_${one.interval}`) === key);
  return typeof group === 'object' ? group.field : group;
}
