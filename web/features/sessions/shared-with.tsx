import type { Channel } from '../../../schemas/channels.ts';
import type { Session } from '../../../schemas/sessions.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { refresh } from './refresh.ts';
import styles from './session-page.module.css';

interface SharedWithProps {
  readonly session: Session;
  readonly channels: readonly Channel[];
}

/** The channels that a conversation is shared with, each to be taken back from. */
export const SharedWith = ({ session, channels }: SharedWithProps) =>
  channels.length === 0 ? (
    <p>Only you can read it now.</p>
  ) : (
    <ul className={styles.shared} aria-label="Shared with">
      {channels.map((channel) => (
        <li key={channel.id}>
          <Icon name={channel.visibility === 'private' ? 'lock' : 'hash'} />
          <span className={styles.channel}>
            <Shown text={channel.name} />
          </span>
          <Button onClick={() => void takeBack(session, channel)}>Take back</Button>
        </li>
      ))}
    </ul>
  );

async function takeBack({ id: sessionId }: Session, { id: channelId, name }: Channel): Promise<void> {
  try {
    await workspace.sessions.unlink({ sessionId, channelId });
    await refresh(sessionId);
    tell(`No longer shared with ${shownOnLine(name)}.`, { label: 'Undo', run: () => void shareAgain() });
  } catch (error) {
    tell(sentenceOf(error));
  }

  async function shareAgain(): Promise<void> {
    await workspace.sessions.link({ sessionId, channelId }).catch((error: unknown) => tell(sentenceOf(error)));
    await refresh(sessionId);
  }
}
