import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Form, TextField } from '../../ui/form.tsx';

/** Gives a file another name. */
export function Rename({ file, close }: { file: File; close: () => void }) {
  const [fileName, setFileName] = useState(file.fileName);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => workspace.files.update({ fileId: file.id, fileName }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['file', file.id] });
      void cache.invalidateQueries({ queryKey: ['files'] });
      close();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog title="Rename the file" open onOpenChange={(open) => !open && close()}>
      <Form onSubmit={send}>
        <TextField
          label="Name"
          value={fileName}
          autoFocus
          required
          onChange={({ target }) => setFileName(target.value)}
          mistake={error ? (mistakeOf(error, 'fileName') ?? sentenceOf(error)) : undefined}
        />
        <Buttons>
          <Button onClick={close}>Keep the old name</Button>
          <Button look="primary" type="submit" disabled={isPending}>
            Rename
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  );
}
