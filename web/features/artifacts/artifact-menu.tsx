import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MoveArtifact } from '../../shared/artifact-acts/move-artifact.tsx';
import { RenameArtifact } from '../../shared/artifact-acts/rename-artifact.tsx';
import { useDuplicate } from '../../shared/artifact-acts/use-duplicate.ts';
import { copyLink } from '../../shared/copy-link.ts';
import { saveBlob } from '../../shared/save-blob.ts';
import { useToTrash } from '../../shared/to-trash.ts';
import { workspace } from '../../data/client.ts';
import { useMe } from '../../data/queries.ts';
import { Readers } from '../../shared/readers.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { useMayEdit } from '../../shared/artifacts/may-edit.ts';

const formats = {
  markdown: { ending: '.md', type: 'text/markdown', label: 'Download as Markdown' },
  csv: { ending: '.csv', type: 'text/csv', label: 'Download as CSV' },
};

/** More acts on an artifact. */
export function ArtifactMenu({ artifact }: { artifact: Artifact }) {
  const [open, setOpen] = useState<'readers' | 'rename' | 'move'>();
  const close = () => setOpen(undefined);
  const duplicate = useDuplicate(artifact);
  const mayEdit = useMayEdit(artifact);
  const mayWrite = useMe()?.scopes.includes('workspace.write') ?? false;
  const navigate = useNavigate();
  const { ending, type, label } = formats[artifact.kind];
  const name = shownOnLine(artifact.title);
  const moveToTrash = useToTrash({
    id: artifact.id,
    name,
    remove: () => workspace.artifacts.remove({ artifactId: artifact.id }),
    keys: [['artifact', artifact.id], ['artifacts'], ['trash']],
  });
  const changes: MenuItem[] = [
    { label: 'Rename', icon: 'edit', run: () => setOpen('rename') },
    { label: 'Move to another channel', icon: 'right', run: () => setOpen('move') },
    { label: 'Move to the trash', icon: 'trash', isDanger: true, run: moveToTrash },
  ];
  const items: MenuItem[] = [
    {
      label,
      icon: 'download',
      run: () => saveBlob(new Blob([artifact.content], { type }), `${artifact.title}${ending}`),
    },
    { label: 'Copy its link', icon: 'link', run: () => void copyLink(artifact.url) },
    { label: 'Show who can read it', icon: 'eyes', run: () => setOpen('readers') },
    ...(duplicate ? [{ label: 'Duplicate', icon: 'plus' as const, run: duplicate }] : []),
    ...(artifact.kind === 'csv' && mayWrite
      ? [
          {
            label: 'Make a Data Set of it',
            icon: 'table' as const,
            run: () => void navigate({ to: `/artifacts/${artifact.id}/data-set` }),
          },
        ]
      : []),
    ...(mayEdit ? changes : []),
  ];
  return (
    <>
      <Menu trigger={<IconButton label="More" icon="more" />} items={items} />
      {open === 'rename' && <RenameArtifact artifact={artifact} close={close} />}
      {open === 'move' && <MoveArtifact artifact={artifact} close={close} />}
      <Readers
        open={open === 'readers'}
        close={close}
        creator={artifact.createdBy}
        channelIds={artifact.channelId === undefined ? [] : [artifact.channelId]}
        note="A place where it is attached shows that it exists. It lets nobody read more."
      />
    </>
  );
}
