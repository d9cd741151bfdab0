import { useState } from 'react';
import type { Session } from '../../../schemas/sessions.ts';
import { workspace } from '../../data/client.ts';
import { Readers } from '../../shared/readers.tsx';
import { useToTrash } from '../../shared/to-trash.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { later } from '../../ui/later.tsx';

const Share = later(async () => (await import('./share.tsx')).default);

/** Sharing and deleting for the owner; who can read it for everyone. */
export function SessionActions({ session }: { session: Session }) {
  const [shown, show] = useState<'share' | 'readers'>();
  const close = () => show(undefined);
  const isOwner = session.access === 'owner';
  const remove = useToTrash({
    id: session.id,
    name: session.title,
    remove: () => workspace.sessions.remove({ sessionId: session.id }),
    keys: [['session'], ['sessions'], ['trash']],
  });
  return (
    <>
      {isOwner && (
        <Button icon="share" onClick={() => show('share')}>
          Share
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More about this conversation" icon="more" />}
        items={[
          { label: 'Show who can read it', icon: 'people', run: () => show('readers') },
          ...(isOwner ? [{ label: 'Move to the trash', icon: 'trash' as const, isDanger: true, run: remove }] : []),
        ]}
      />
      {isOwner && <Share session={session} open={shown === 'share'} close={close} />}
      <Readers
        open={shown === 'readers'}
        close={close}
        creator={session.owner}
        channelIds={session.channelIds}
        note="Admins see its title and owner, and not its messages."
      />
    </>
  );
}
