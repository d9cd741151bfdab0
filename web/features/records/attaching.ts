import type { Attachment } from '../../../schemas/records.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { tell } from '../../ui/overlays/toast.tsx';

type Attached = Pick<Attachment, 'resourceType' | 'id'>;

const target = (recordId: string) => ({ targetType: 'record', targetId: recordId }) as const;

const attach = ({ resourceType, id }: Attached, recordId: string): Promise<unknown> =>
  resourceType === 'file'
    ? workspace.files.link({ fileId: id, ...target(recordId) })
    : workspace.artifacts.link({ artifactId: id, ...target(recordId) });

const detach = ({ resourceType, id }: Attached, recordId: string): Promise<unknown> =>
  resourceType === 'file'
    ? workspace.files.unlink({ fileId: id, ...target(recordId) })
    : workspace.artifacts.unlink({ artifactId: id, ...target(recordId) });

/** Attaches things to a record, and takes them off again. */
export function useAttaching(recordId: string) {
  const stale = [['record', recordId, 'attachments'], ['file'], ['files'], ['artifact']];
  const adding = useAct({ act: (thing: Attached) => attach(thing, recordId), stale });
  const removing = useAct({
    act: (thing: Attachment) => detach(thing, recordId),
    stale,
    done: (_output, thing) =>
      tell(`“${shownOnLine(thing.title)}” is no longer attached.`, { label: 'Undo', run: () => adding.mutate(thing) }),
  });
  return { attach: adding.mutate, detach: removing.mutate, isBusy: adding.isPending || removing.isPending };
}
