import { useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { useMe } from '../../data/queries.ts';
import { channelsOf } from '../../shared/attached-to.tsx';
import { copyLink } from '../../shared/copy-link.ts';
import { Readers } from '../../shared/readers.tsx';
import { useToTrash } from '../../shared/to-trash.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Rename } from './rename.tsx';
import { useTakeOut } from './use-take-out.ts';

/** More acts on a file. */
export function FileMenu({ file }: { file: File }) {
  const [open, setOpen] = useState<'readers' | 'rename'>();
  const close = () => setOpen(undefined);
  const mayChange = useMayChange(file);
  const moveToTrash = useToTrash({
    id: file.id,
    name: shownOnLine(file.fileName),
    remove: () => workspace.files.remove({ fileId: file.id }),
    keys: [['file', file.id], ['files'], ['trash']],
  });
  const takeOut = useTakeOut(file);
  const changes: MenuItem[] = [
    { label: 'Rename it', icon: 'edit', run: () => setOpen('rename') },
    ...(takeOut ? [{ label: `Remove from ${takeOut.name}`, icon: 'close' as const, run: takeOut.run }] : []),
    { label: 'Move to the trash', icon: 'trash', isDanger: true, run: moveToTrash },
  ];
  const items: MenuItem[] = [
    { label: 'Copy its link', icon: 'link', run: () => void copyLink(file.url) },
    { label: 'Show who can read it', icon: 'eyes', run: () => setOpen('readers') },
    ...(mayChange ? changes : []),
  ];
  return (
    <>
      <Menu trigger={<IconButton label="More" icon="more" />} items={items} />
      {open === 'rename' && <Rename file={file} close={close} />}
      <Readers
        open={open === 'readers'}
        close={close}
        creator={file.createdBy}
        channelIds={channelsOf(file.links)}
        note="A record that it is attached to lets the readers of the record’s channel read it, and a conversation its owner."
      />
    </>
  );
}

/** Whether to offer changes. The workspace decides again when one is made. */
function useMayChange({ createdBy }: File): boolean {
  const me = useMe();
  return createdBy.id === me?.userId || me?.scopes.includes('workspace.admin') === true;
}
