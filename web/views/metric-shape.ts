import type { Field, MetricFunction } from '../../schemas/fields.ts';
import type { Shape } from '../fields/shape.ts';
import { fieldNamed } from '../fields/words.ts';

interface MetricOf {
  readonly function: MetricFunction;
  readonly field?: string | undefined;
}

const averaging: ReadonlySet<MetricFunction> = new Set(['average', 'median']);
const counting: ReadonlySet<MetricFunction> = new Set(['count_rows', 'count_distinct']);

/** How the values of a metric are written: counts as numbers, others like their field. */
export function metricShape(metric: MetricOf, fields: readonly Field[]): Shape {
  const field = metric.field === undefined ? undefined : fieldNamed(fields, metric.field);
  if (!field || counting.has(metric.function)) return { type: 'number' };
  if (!averaging.has(metric.function)) return field;
  return { type: field.type, options: { ...field.options, decimals: Math.max(field.options?.decimals ?? 0, 2) } };
}
