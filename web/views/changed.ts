import { isIn } from './board/groups.ts';
import type { ViewData, ViewedRecord } from './props.ts';

/** New values of a record, by field key; null clears a field. The title is one of them. */
export interface Change {
  readonly recordId: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A View as it will be once changes are stored. The counts of a board move with its cards. */
export function withChanges(data: ViewData, changes: readonly Change[], groupKey?: string): ViewData {
  return changes.reduce((shown, change) => withChange(shown, change, groupKey), data);
}

function withChange(data: ViewData, { recordId, values }: Change, groupKey: string | undefined): ViewData {
  const record = data.records?.find(({ id }) => id === recordId);
  if (!record) return data;
  const { title = record.title, ...others } = values;
  const next: ViewedRecord = { ...record, title: String(title), values: filled({ ...record.values, ...others }) };
  return {
    ...data,
    records: data.records!.map((one) => (one === record ? next : one)),
    ...(data.groups && groupKey !== undefined && { groups: recounted(data.groups, groupKey, record, next) }),
  };
}

const filled = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const recounted = (groups: NonNullable<ViewData['groups']>, key: string, from: ViewedRecord, to: ViewedRecord) =>
  groups.map((group) => {
    const [was, is] = [from, to].map(({ values }) => isIn(group, values[key]));
    return { ...group, count: group.count - Number(was) + Number(is) };
  });
