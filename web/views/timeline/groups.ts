import type { Field } from '../../../schemas/fields.ts';
import type { Span } from '../calendar/spans.ts';

export interface SpanGroup {
  readonly value: unknown;
  readonly spans: readonly Span[];
}

/** Spans by the value of a field: choices in their order, others as they come, those without a value last. */
export function groupedBy(spans: readonly Span[], field: Field | undefined): SpanGroup[] {
  if (!field) return [{ value: undefined, spans }];
  const groups = Map.groupBy(spans, ({ record }) => firstOf(record.values[field.key]));
  const order = (field.options?.choices ?? []).map(({ key }) => key as unknown);
  const place = (value: unknown) => {
    if (value === undefined) return Number.POSITIVE_INFINITY;
    const index = order.indexOf(value);
    return index === -1 ? order.length : index;
  };
  return [...groups]
    .map(([value, members]) => ({ value, spans: members }))
    .toSorted((one, other) => compared(place(one.value), place(other.value)));
}

const compared = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : value);
