import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import type { File as StoredFile } from '../../../schemas/files.ts';
import { limits } from '../../../schemas/limits.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { decided } from '../../data/uploads/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons, Form, TextField } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { tell } from '../../ui/toast.tsx';
import { Mistakes } from './mistakes.tsx';
import styles from './upload-page.module.css';

interface TableQuestionProps {
  readonly uploadKey: string;
  readonly file: StoredFile;
  readonly channel: Pick<Channel, 'id' | 'slug'>;
}

/** Asks once whether the rows of a table shall become the records of a Data Set. */
export function TableQuestion({ uploadKey, file, channel: { id: channelId, slug } }: TableQuestionProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(file.fileName.replace(/\.[^.]*$/, ''));
  const [sheet, setSheet] = useState('');
  const make = useMutation({
    mutationFn: () =>
      workspace.dataSets.import({
        channelId,
        fileId: file.id,
        name: name.trim(),
        ...(sheet.trim() && { sheet: sheet.trim() }),
      }),
    onSuccess: async ({ dataSet, imported }) => {
      decided(uploadKey);
      void cache.invalidateQueries({ queryKey: ['channel'] });
      await navigate({ to: `/channels/${slug}/data-sets/${dataSet.objectTypeId}` });
      tell(`${imported.toLocaleString()} ${imported === 1 ? 'row became a record' : 'rows became records'}.`);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Form className={styles.question} onSubmit={submit} aria-label={`Make a Data Set of ${file.fileName}`}>
      <p>
        <strong>This is a table.</strong> Shall its rows become the records of a Data Set? The file stays as it is.
      </p>
      <TextField
        label="Name of the Data Set"
        value={name}
        required
        maxLength={limits.title}
        onChange={({ target }) => setName(target.value)}
        mistake={mistakeOf(make.error, 'name')}
      />
      {/\.xls[xm]$/i.test(file.fileName) && (
        <TextField
          label="Sheet of the workbook"
          hint="Leave it empty to take the first one."
          value={sheet}
          onChange={({ target }) => setSheet(target.value)}
          mistake={mistakeOf(make.error, 'sheet')}
        />
      )}
      {make.error && <Failure sentence={sentenceOf(make.error)} />}
      <Mistakes of={make.error} />
      <Buttons>
        <Button onClick={() => decided(uploadKey)}>Keep it as a file</Button>
        <Button look="primary" type="submit" disabled={make.isPending}>
          {make.isPending ? 'Making it …' : 'Make a Data Set'}
        </Button>
      </Buttons>
    </Form>
  );
}
