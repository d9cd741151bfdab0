import type { Channel } from '../../../schemas/channels.ts';
import type { File as StoredFile } from '../../../schemas/files.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { decided } from '../../data/uploads/uploads.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import styles from './uploads.module.css';

interface TableQuestionProps {
  readonly uploadKey: string;
  readonly file: StoredFile;
  readonly channel: Pick<Channel, 'id' | 'slug'>;
}

/** Asks once whether the rows of a table shall become the records of a Data Set. */
export const TableQuestion = ({ uploadKey, file, channel: { slug } }: TableQuestionProps) => (
  <div className={styles.question} role="group" aria-label={`Make a Data Set of ${file.fileName}`}>
    <p>
      <strong>This is a table.</strong> Make a Data Set of its rows? The file stays as it is.
    </p>
    <Buttons>
      <Button onClick={() => decided(uploadKey)}>Keep it as a file</Button>
      <ButtonLink to={`${channelPath(slug)}/import?file=${file.id}`} look="primary">
        Look at its rows
      </ButtonLink>
    </Buttons>
  </div>
);
