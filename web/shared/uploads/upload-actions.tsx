import { useRef } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { File as StoredFile } from '../../../schemas/files.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { Upload } from '../../data/uploads/upload.ts';
import { chooseAgain, discard, hasBytes, sendAgain } from '../../data/uploads/uploads.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { tell } from '../../ui/overlays/toast.tsx';

/** The acts that an upload allows in its state. */
export function UploadActions({ upload }: { upload: Upload }) {
  const { key, state, stored } = upload;
  switch (state) {
    case 'done':
      return (
        <IconButton
          label={`Move ${shownOnLine(stored!.fileName)} to the trash`}
          icon="trash"
          onClick={() => void moveToTrash(key, stored!)}
        />
      );
    case 'interrupted':
      return (
        <>
          <ChooseAgain upload={upload} />
          <Button onClick={() => discard(key)}>Remove</Button>
        </>
      );
    case 'too_large':
    case 'different':
      return <Button onClick={() => discard(key)}>Remove</Button>;
    case 'refused':
    case 'old':
      return (
        <>
          {hasBytes(upload) && <Button onClick={() => sendAgain(key)}>Upload again</Button>}
          <Button onClick={() => discard(key)}>Remove</Button>
        </>
      );
    default:
      return <Button onClick={() => discard(key)}>Cancel</Button>;
  }
}

function ChooseAgain({ upload }: { upload: Upload }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>Choose it again</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`The file ${shownOnLine(upload.fileName)}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void chooseAgain(upload, file);
          target.value = '';
        }}
      />
    </>
  );
}

async function moveToTrash(key: string, { id, fileName }: StoredFile): Promise<void> {
  try {
    await workspace.files.remove({ fileId: id });
  } catch (error) {
    return tell(sentenceOf(error));
  }
  discard(key);
  void cache.invalidateQueries({ queryKey: ['files'] });
  tell(`“${fileName}” is in the trash.`, { label: 'Undo', run: () => void restore(id, fileName) });
}

async function restore(trashedId: string, fileName: string): Promise<void> {
  try {
    await workspace.trash.restore({ trashedId });
    tell(`“${fileName}” is back.`);
  } catch (error) {
    tell(sentenceOf(error));
  }
  void cache.invalidateQueries({ queryKey: ['files'] });
}
