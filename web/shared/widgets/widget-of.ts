import { limits } from '../../../schemas/limits.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import type { DefinitionOf } from '../../views/props.ts';

type Widget = DefinitionOf<'dashboard'>['widgets'][number];

/** A typed query of figures as a widget: a number, a line over time, columns, or a table. */
export function widgetOf(typed: TypedQuery, title: string, others: readonly Widget[]): Widget {
  const { groupBy, metrics, having, filters, orderBy, limit } = typed;
  return {
    id: freeId(others),
    title: title.slice(0, limits.title),
    type: typeOf(typed),
    groupBy,
    metrics,
    having,
    filters,
    orderBy,
    limit,
  };
}

function typeOf({ groupBy = [], metrics = [] }: TypedQuery): Widget['type'] {
  const [group, another] = groupBy;
  if (group === undefined) return 'number';
  if (another !== undefined || metrics.length === 0) return 'table';
  return typeof group === 'object' ? 'line' : 'column';
}

function freeId(others: readonly Widget[]): string {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`answer${number}`)) number += 1;
  return `answer${number}`;
}
