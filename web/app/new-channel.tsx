import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import { type ChannelDetails, ChannelForm } from '../shared/channel-form.tsx';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Makes a channel and goes there. */
export function NewChannel() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const save = async (details: ChannelDetails) => {
    const { channel } = await workspace.channels.create(details);
    await cache.invalidateQueries({ queryKey: ['channel'] });
    setOpen(false);
    await navigate({ to: `/channels/${channel.slug}` });
  };
  return (
    <Dialog
      title="Make a channel"
      trigger={<IconButton label="Make a channel" icon="plus" />}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <ChannelForm verb="Make channel" save={save} />
    </Dialog>
  );
}
