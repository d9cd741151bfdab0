import { useRef, useState } from 'react';
import type { Attachment } from '../../../schemas/records.ts';
import { useAround } from '../../fields/around.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';

type Kind = Attachment['resourceType'];

interface AttachMenuProps {
  readonly attach: (thing: { readonly resourceType: Kind; readonly id: string }) => void;
  /** The IDs of what is attached already. */
  readonly attached: readonly string[];
  readonly upload: ((files: readonly File[]) => void) | undefined;
}

const wordsForFile = {
  title: 'Attach a file of the workspace',
  description: 'Everybody who reads this record will be able to read the file.',
};
const wordsForArtifact = {
  title: 'Attach a document or sheet',
  description: 'Only a link is added. The same people can read it as before.',
};

/** Attaches files of this computer, or something of the workspace. */
export function AttachMenu({ attach, attached, upload }: AttachMenuProps) {
  const [sought, setSought] = useState<Kind>();
  const chooser = useRef<HTMLInputElement>(null);
  const { PickList } = useAround();
  const pick = (id: string) => {
    setSought(undefined);
    if (sought && !attached.includes(id)) attach({ resourceType: sought, id });
  };
  return (
    <>
      <Menu
        trigger={<Button icon="plus">Attach</Button>}
        items={[
          ...(upload ? [{ label: 'Upload files', icon: 'upload' as const, run: () => chooser.current?.click() }] : []),
          { label: 'Attach a file of the workspace', icon: 'file', run: () => setSought('file') },
          { label: 'Attach a document or sheet', icon: 'document', run: () => setSought('artifact') },
        ]}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="Files to attach"
        onChange={({ target }) => {
          upload?.([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Dialog
        open={sought !== undefined}
        onOpenChange={() => setSought(undefined)}
        {...(sought === 'file' ? wordsForFile : wordsForArtifact)}
      >
        {sought && <PickList type={sought} picked={attached} pick={pick} />}
      </Dialog>
    </>
  );
}
