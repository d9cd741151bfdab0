import { useNavigate } from '@tanstack/react-router';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import { type ChannelDetails, ChannelForm } from '../shared/channel-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Makes a channel and goes there. */
export default function NewChannelDialog({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const save = async (details: ChannelDetails) => {
    const { channel } = await workspace.channels.create(details);
    await cache.invalidateQueries({ queryKey: ['channel'] });
    close();
    await navigate({ to: `/channels/${channel.slug}` });
  };
  return (
    <Dialog title="Make a channel" open onOpenChange={close}>
      <ChannelForm verb="Make channel" save={save} />
    </Dialog>
  );
}
