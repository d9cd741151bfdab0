import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../ui/button.tsx';

const NewChannelDialog = lazy(() => import('./new-channel-dialog.tsx'));

/** The way to a new channel. */
export function NewChannel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Make a channel" icon="plus" onClick={() => setOpen(true)} />
      <Suspense>{isOpen && <NewChannelDialog close={() => setOpen(false)} />}</Suspense>
    </>
  );
}
