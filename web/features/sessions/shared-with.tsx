import type { Session } from '../../../schemas/sessions.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { ListedChannel } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import { takeBack } from './sharing.ts';
import styles from './session-page.module.css';

interface SharedWithProps {
  readonly session: Session;
  readonly channels: readonly ListedChannel[];
}

/** The channels that a conversation is shared with, each to be taken back from. */
export const SharedWith = ({ session, channels }: SharedWithProps) =>
  channels.length === 0 ? (
    <p>Only you can read it now.</p>
  ) : (
    <>
      <p>You and everybody who reads these channels can read it now:</p>
      <ul className={styles.shared} aria-label="Shared with">
        {channels.map((channel) => (
          <li key={channel.id}>
            <Icon name={channel.visibility === 'private' ? 'lock' : 'hash'} />
            <span className={styles.channel}>
              <Shown text={channel.label} />
            </span>
            <Button
              aria-label={`Stop sharing with ${shownOnLine(channel.label)}`}
              onClick={() => void takeBack(session, channel)}
            >
              Stop sharing
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
