import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../../schemas/fields.ts';
import { workspace } from '../../data/client.ts';
import { ClashDialog } from '../../shared/records/clash-dialog.tsx';
import type { Clash } from '../../shared/records/edit.ts';

interface ClashesProps {
  readonly channelId: string;
  readonly fields: readonly Field[];
  readonly clashes: readonly Clash[];
  readonly settle: (isForced: boolean) => void;
}

/** Asks which value stays, once it is known who was faster. */
export function Clashes({ channelId, ...others }: ClashesProps) {
  const { clashes } = others;
  const [first] = clashes;
  const { data: last = first } = useQuery({ ...lastChangeQuery(channelId, clashes), enabled: first !== undefined });
  return <ClashDialog {...others} last={last} />;
}

const versionsRead = 20;

/** Who changed one of these fields last. The record's last change may concern others. */
const lastChangeQuery = (channelId: string, clashes: readonly Clash[]) => ({
  queryKey: ['record', clashes[0]?.id, 'last-change', clashes],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { id: recordId, by, via, at } = clashes[0]!;
    const { versions } = await workspace.records.versions({ channelId, recordId, limit: versionsRead }, { signal });
    const last = versions.find(({ changes }) =>
      changes.some((change) => clashes.some(({ fieldKey }) => fieldKey === change.fieldKey)),
    );
    return last ? { by: last.createdBy, at: last.createdAt, via: last.via } : { by, via, at };
  },
});
