import type { Field } from '../../../schemas/fields.ts';
import { fieldNamed, metricWords } from '../../fields/words.ts';
import type { Widget } from './beginning.ts';

/** The order of a widget's rows as one text: a direction, a blank and a column. Without an order it is empty. */
export function orderOf({ orderBy }: Widget): string {
  const [first] = orderBy ?? [];
  return first ? `${first.direction} ${first.field}` : '';
}

/** The orders that a widget may have: by each figure, by each group, and the one it has. */
export function orders(widget: Widget): string[] {
  const { metrics = [], groupBy = [] } = widget;
  const columns = [...metrics.map(({ alias }) => alias), ...groupBy.filter((group) => typeof group === 'string')];
  const all = ['', ...columns.flatMap((column) => [`desc ${column}`, `asc ${column}`])];
  return [...new Set([...all, orderOf(widget)])];
}

const directions = { asc: 'ascending', desc: 'descending' };

export function orderWords(order: string, { metrics = [] }: Widget, fields: readonly Field[]): string {
  const [direction, column = ''] = order.split(' ') as ['asc' | 'desc', string | undefined];
  if (order === '') return 'the groups';
  const metric = metrics.find(({ alias }) => alias === column);
  const label = metric ? metricWords(metric, fields) : (fieldNamed(fields, column)?.label ?? column);
  return `${label}, ${directions[direction]}`;
}
