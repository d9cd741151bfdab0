import { useConnection } from '../data/connection.ts';
import { forget, queueAgain, useOutbox } from '../data/outbox.ts';
import { useMe } from '../data/queries.ts';
import type { Place, OutboxEntry } from '../data/outbox-entry.ts';
import { Markdown } from '../read/markdown.tsx';
import { WithPictures } from '../shared/things/with-pictures.tsx';
import { Button } from '../ui/button.tsx';
import { Avatar } from '../ui/person.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './pending.module.css';
import looks from './said.module.css';

const states: Record<OutboxEntry['state'], string> = {
  queued: 'Kept on this machine until it can be sent.',
  sending: 'Sending …',
  refused: 'Not sent.',
  old: 'This waited for more than 20 hours, so it might be said twice. Send it again?',
};

/** Words that were said here and are not among the shown posts or comments yet, the first one first. */
export const usePendingWords = (place: Place, shown: readonly { readonly id: string }[]): OutboxEntry[] =>
  useOutbox().filter(
    ({ act, storedId, place: { channelId, subject } }) =>
      act.kind === 'words' &&
      channelId === place.channelId &&
      subject?.id === place.subject?.id &&
      !shown.some(({ id }) => id === storedId),
  );

/** It looks and measures as what it becomes, so that nothing moves when it is stored. */
export function PendingWords({ entry }: { entry: OutboxEntry }) {
  const name = useMe()?.name ?? '';
  const isLost = useConnection() === 'lost';
  const { state, refusal, act } = entry;
  const isStuck = state === 'refused' || state === 'old';
  return (
    <div className={`${looks.said} ${styles.pending}`}>
      <Avatar name={name} />
      <div className={looks.content}>
        <p className={`${looks.header} ${styles.name}`}>
          <Shown text={name} />
        </p>
        {act.kind === 'words' && (
          <WithPictures>
            <Markdown text={act.body} />
          </WithPictures>
        )}
        <div className={`${looks.footer} ${styles.state}`} role="status">
          {isStuck ? states[state] : isLost ? states.queued : states.sending} {refusal}
          {isStuck && (
            <span className={styles.ways}>
              <Button onClick={() => void queueAgain(entry)}>Send again</Button>
              <Button look="danger" onClick={() => void forget(entry.key)}>
                Discard
              </Button>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}
