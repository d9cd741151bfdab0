import { useState } from 'react';
import { copyLink } from '../../shared/copy-link.ts';
import { saveBlob } from '../../shared/save-blob.ts';
import { useToTrash } from '../../shared/to-trash.ts';
import { workspace } from '../../data/client.ts';
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
  const [asks, setAsks] = useState(false);
  const mayEdit = useMayEdit(artifact);
  const { ending, type, label } = formats[artifact.kind];
  const name = shownOnLine(artifact.title);
  const moveToTrash = useToTrash({
    id: artifact.id,
    name,
    remove: () => workspace.artifacts.remove({ artifactId: artifact.id }),
    keys: [['artifact', artifact.id], ['artifacts'], ['trash']],
  });
  const items: MenuItem[] = [
    {
      label,
      icon: 'download',
      run: () => saveBlob(new Blob([artifact.content], { type }), `${artifact.title}${ending}`),
    },
    { label: 'Copy its link', icon: 'link', run: () => void copyLink(artifact.url) },
    { label: 'Show who can read it', icon: 'eyes', run: () => setAsks(true) },
    ...(mayEdit ? [{ label: 'Move to the trash', icon: 'trash' as const, isDanger: true, run: moveToTrash }] : []),
  ];
  return (
    <>
      <Menu trigger={<IconButton label="More" icon="more" />} items={items} />
      <Readers
        open={asks}
        close={() => setAsks(false)}
        creator={artifact.createdBy}
        channelIds={artifact.channelId === undefined ? [] : [artifact.channelId]}
        note="A place where it is attached shows that it exists. It lets nobody read more."
      />
    </>
  );
}
