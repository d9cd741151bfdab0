import type { ViewedRecord } from '../../views/props.ts';
import { ClashDialog } from './clash-dialog.tsx';
import { useChanges } from './use-changes.ts';
import type { Seen } from './viewing.ts';

/** Moves records to other days, if the person may, and shows where somebody else was faster. */
export function useMoving({ view, channelId, fields, mayWrite }: Seen) {
  const { changes, change, clash, settle } = useChanges(view, channelId);
  const move = (record: ViewedRecord, values: Record<string, unknown>) =>
    change({ recordId: record.id, record, values, done: `“${record.title}” is moved.` });
  return {
    changes,
    move: mayWrite ? move : undefined,
    clash: clash && <ClashDialog clash={clash} fields={fields} settle={settle} />,
  };
}
