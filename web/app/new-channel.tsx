import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';

const NewChannelDialog = later(async () => (await import('./new-channel-dialog.tsx')).default);

/** The way to a new channel. */
export function NewChannel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Make a channel" icon="plus" onClick={() => setOpen(true)} />
      {isOpen && <NewChannelDialog close={() => setOpen(false)} />}
    </>
  );
}
