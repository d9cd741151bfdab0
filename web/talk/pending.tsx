import { forget, sayAgain, useOutbox } from '../data/outbox.ts';
import type { Place, Said } from '../data/said.ts';
import { Markdown } from '../read/markdown.tsx';
import { Button } from '../ui/button.tsx';
import styles from './pending.module.css';

const states: Record<Said['state'], string> = {
  queued: 'Kept on this machine. It is sent when the workspace can be reached.',
  sending: 'Sending …',
  refused: 'Not sent.',
  old: 'This waited for more than 20 hours, so it might be said twice. Send it again?',
};

/** Words that were said here and are not stored yet. */
export function Pending({ place }: { place: Place }) {
  const said = useOutbox().filter(
    ({ act, place: { channelId, subject } }) =>
      act.kind === 'words' && channelId === place.channelId && subject?.id === place.subject?.id,
  );
  return said.map((entry) => <PendingWords key={entry.key} entry={entry} />);
}

function PendingWords({ entry }: { entry: Said }) {
  const { state, refusal, act } = entry;
  const isStuck = state === 'refused' || state === 'old';
  return (
    <div className={styles.pending}>
      {act.kind === 'words' && <Markdown text={act.body} />}
      <div className={styles.state} role="status">
        {states[state]} {refusal}
        {isStuck && (
          <span className={styles.ways}>
            <Button onClick={() => void sayAgain(entry)}>Send again</Button>
            <Button look="danger" onClick={() => void forget(entry.key)}>
              Discard
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
