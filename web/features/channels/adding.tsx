import { useNavigate } from '@tanstack/react-router';
import type { Channel } from '../../../schemas/channels.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { useMe } from '../../data/queries.ts';
import { upload } from '../../data/uploads/uploads.ts';
import { waysToAdd } from '../../shared/adding/ways-to-add.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/overlays/file-drop.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Adds content to a channel: by a menu, or by files that are dropped anywhere on its pages. */
export function Adding({ channel: { id: channelId, slug, name, visibility } }: { channel: Channel }) {
  const navigate = useNavigate();
  const me = useMe();
  const take = (files: readonly File[]) => {
    if (!me) return;
    void upload({ by: me.userId, to: { channelId }, files, most: me.maxUploadBytes });
    void navigate({ to: `${channelPath(slug)}/upload` });
  };
  return (
    <>
      <FileDrop
        label={name}
        note={visibility === 'private' ? 'Its members will see it.' : 'Everybody here will see it.'}
        take={take}
      />
      <Menu
        trigger={
          <Button icon="plus" data-create>
            Add
          </Button>
        }
        items={waysToAdd(slug).map(({ label, icon, path }) => ({
          label,
          icon,
          run: () => void navigate({ href: path }),
        }))}
      />
    </>
  );
}
