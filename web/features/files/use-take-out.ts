import { useNavigate, useParams } from '@tanstack/react-router';
import type { File } from '../../../schemas/files.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useChannels } from '../../data/queries.ts';
import { channelsOf } from '../../shared/attached-to.tsx';
import { tell } from '../../ui/overlays/toast.tsx';

interface TakeOut {
  /** The name of the channel. */
  readonly name: string;
  readonly run: () => void;
}

/** Detaches a file from the channel in which it is looked at, and offers to undo it. The file stays. */
export function useTakeOut({ id: fileId, fileName, links }: File): TakeOut | undefined {
  const { channel: open } = useParams({ strict: false }) as { channel?: string };
  const navigate = useNavigate();
  const channel = useChannels()?.find(({ id, slug }) => id === open || slug === open);
  if (!channel || channel.role === 'reader' || !channelsOf(links).includes(channel.id)) return undefined;
  const name = shownOnLine(channel.name);
  const link = { fileId, targetType: 'channel', targetId: channel.id } as const;
  const change = async (act: Promise<unknown>, done: string, offer?: Parameters<typeof tell>[1]) => {
    try {
      await act;
      tell(done, offer);
    } catch (error) {
      tell(sentenceOf(error));
    }
    for (const queryKey of [['file', fileId], ['files'], ['feed', channel.id]]) {
      void cache.invalidateQueries({ queryKey });
    }
  };
  const undo = () => void change(workspace.files.link(link), `“${shownOnLine(fileName)}” is in ${name} again.`);
  const run = async () => {
    const done = `“${shownOnLine(fileName)}” is no longer in ${name}.`;
    await change(workspace.files.unlink(link), done, { label: 'Undo', run: undo });
    await navigate({ to: `${channelPath(channel.slug)}/library` });
  };
  return { name, run: () => void run() };
}
