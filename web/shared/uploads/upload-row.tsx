import type { Channel } from '../../../schemas/channels.ts';
import { useConnection } from '../../data/connection.ts';
import { useMe } from '../../data/queries.ts';
import type { Upload } from '../../data/uploads/upload.ts';
import { bytesText } from '../../ui/bytes.ts';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { shownOnLine } from '../../../schemas/shown.ts';
import { TableQuestion } from './table-question.tsx';
import { UploadActions } from './upload-actions.tsx';
import styles from './uploads.module.css';

interface UploadRowProps {
  readonly upload: Upload;
  readonly place: string;
  readonly channel?: Pick<Channel, 'id' | 'slug'> | undefined;
}

/** One file: its name and size, where it goes, how far it is, and what can be done. */
export function UploadRow({ upload, place, channel }: UploadRowProps) {
  const { fileName, size, sent, state, stored, isTable, refusal } = upload;
  const isSending = state === 'sending' || state === 'waiting';
  return (
    <Row
      icon={state === 'done' ? 'check' : 'file'}
      to={stored?.url}
      title={<Shown text={stored?.fileName ?? fileName} />}
      about={
        <>
          <span>{bytesText(size)}</span>
          <span>
            {state === 'done' ? 'in' : 'to'} <Shown text={place} />
          </span>
          <Progressing upload={upload} />
        </>
      }
      actions={<UploadActions upload={upload} />}
    >
      {isSending && (
        <progress
          className={styles.progress}
          aria-label={`How much of ${shownOnLine(fileName)} is sent`}
          max={Math.max(size, 1)}
          value={sent}
        />
      )}
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Shown text={refusal} />
        </p>
      )}
      {stored && isTable && channel && <TableQuestion uploadKey={upload.key} file={stored} channel={channel} />}
    </Row>
  );
}

function Progressing({ upload: { state, sent, size } }: { upload: Upload }) {
  const isLost = useConnection() === 'lost';
  const most = useMe()?.maxUploadBytes ?? 0;
  const words = state === 'sending' && isLost ? lostWords : stateWords(state, { sent, size, most });
  if (words === undefined) return null;
  const isRefused = state === 'too_large' || state === 'different' || state === 'refused';
  return <span className={isRefused ? styles.refusal : undefined}>{words}</span>;
}

const lostWords = 'waits until the workspace can be reached, and goes on by itself';

interface Sizes {
  readonly sent: number;
  readonly size: number;
  readonly most: number;
}

function stateWords(state: Upload['state'], { sent, size, most }: Sizes): string | undefined {
  switch (state) {
    case 'checking':
      return 'checking it before it is sent';
    case 'queued':
      return 'waits for its turn';
    case 'sending':
      return sent >= size ? 'being stored' : `${bytesText(sent)} sent`;
    case 'waiting':
      return lostWords;
    case 'interrupted':
      return 'was interrupted when the page was reloaded. Choose the file again to go on.';
    case 'old':
      return 'waited for over 20 hours, and may have arrived. Look for it before you upload it again.';
    case 'too_large':
      return `is larger than ${bytesText(most)}, and was not sent`;
    case 'different':
      return 'is another file than the one that was asked for, or it was changed since. It was not sent. Choose that exact file, or ask the agent for another link.';
    case 'refused':
      return 'not stored';
    case 'done':
      return undefined;
  }
}
