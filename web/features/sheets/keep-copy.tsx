import { useNavigate } from '@tanstack/react-router';
import { workspace } from '../../data/client.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { textOf } from '../../grid/model/splices.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import type { Original } from '../../shared/artifacts/copies.ts';
import { Button } from '../../ui/button.tsx';
import { pathOf } from '../../ui/link.tsx';
import { tell } from '../../ui/overlays/toast.tsx';

interface KeepCopyProps {
  readonly artifact: Original;
  readonly mine: () => Promise<Sheet>;
  /** In no channel, where the person may not write into this one. */
  readonly isPrivate?: boolean;
  /** Forgets the draft, as far as the copy holds it. */
  readonly kept: (copied: Sheet) => Promise<void>;
}

/** Stores what somebody wrote as a sheet of its own. */
export function KeepCopy({ artifact, mine, isPrivate = false, kept }: KeepCopyProps) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAct({
    act: async () => {
      const copied = await mine();
      const { titleOfCopy } = await import('../../shared/artifacts/copies.ts');
      const channelId = isPrivate ? undefined : artifact.channelId;
      const { artifact: copy } = await workspace.artifacts.create({
        kind: 'csv',
        title: await titleOfCopy({ ...artifact, channelId }),
        content: textOf(copied),
        ...(channelId !== undefined && { channelId }),
      });
      return { copied, copy };
    },
    stale: [['artifacts']],
    done: ({ copied, copy }) => {
      void kept(copied).then(() => navigate({ to: pathOf(copy.url) }));
      tell(
        isPrivate
          ? 'Your edits are a sheet of their own, which only you can read.'
          : 'Your edits are a sheet of their own.',
      );
    },
  });
  return (
    <Button disabled={isPending} onClick={() => mutate(undefined)}>
      {artifact.id === undefined ? 'Keep it for yourself' : 'Keep mine as a copy'}
    </Button>
  );
}
