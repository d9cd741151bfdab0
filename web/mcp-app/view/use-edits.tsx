import { ClashDialog } from '../../shared/records/clash-dialog.tsx';
import { useChanges } from '../../shared/records/use-changes.ts';
import { hostCan } from '../host.ts';
import type { ViewAnswer } from './view-answer.ts';

/** Changes of records, where the person may make some and the host passes them on; and who was faster. */
export function useEdits({ view, channel, dataSet, mayWrite }: ViewAnswer) {
  const { fields } = dataSet;
  const { clashes, settle, ...edits } = useChanges({ view, channelId: channel.id, fields });
  return {
    ...edits,
    isOffered: mayWrite && hostCan('serverTools'),
    canMove: mayWrite && !dataSet.readOnly && hostCan('serverTools'),
    clash: <ClashDialog {...{ fields, clashes, settle }} last={clashes[0]} />,
  };
}
