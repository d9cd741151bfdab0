import type { Field } from '../../../schemas/fields.ts';
import { type Group, isIn } from '../board/groups.ts';
import type { Span } from '../calendar/spans.ts';

export interface SpanGroup extends Partial<Group> {
  readonly spans: readonly Span[];
}

/** Spans by the value of a field, in the order of the groups. A span with several values is in each of their groups. */
export function groupedBy(
  spans: readonly Span[],
  field: Field | undefined,
  groups: readonly Group[] = [],
): SpanGroup[] {
  if (!field) return [{ spans }];
  return groups
    .map((group) => ({ ...group, spans: spans.filter(({ record }) => isIn(group, record.values[field.key])) }))
    .filter((group) => group.count > 0 || group.spans.length > 0);
}
