import { useChanges } from '../../shared/records/use-changes.ts';
import type { ViewedRecord } from '../../views/props.ts';
import { Clashes } from './clashes.tsx';
import type { Seen } from './viewing.ts';

/** Moves records to other days, if the person may, and shows where somebody else was faster. */
export function useMoving(viewing: Seen) {
  const { channelId, fields, mayWrite } = viewing;
  const { changes, change, clashes, settle } = useChanges(viewing);
  const move = (record: ViewedRecord, values: Record<string, unknown>) =>
    change(record, values, `“${record.title}” is moved.`);
  return {
    changes,
    move: mayWrite ? move : undefined,
    clash: <Clashes {...{ channelId, fields, clashes, settle }} />,
  };
}
