import type { Channel } from '../../../schemas/channels.ts';
import type { Session } from '../../../schemas/sessions.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { refresh } from './refresh.ts';

type With = readonly [Pick<Session, 'id'>, Pick<Channel, 'id' | 'name'>];

/** Lets the readers of a channel read a conversation. It is told, with the way back. Resolves to whether it was done. */
export async function share(...[{ id: sessionId }, channel]: With): Promise<boolean> {
  try {
    await workspace.sessions.link({ sessionId, channelId: channel.id });
    await refresh(sessionId);
    tell(`Shared with ${shownOnLine(channel.name)}.`, {
      label: 'Undo',
      run: () => void takeBack({ id: sessionId }, channel),
    });
    return true;
  } catch (error) {
    tell(sentenceOf(error));
    return false;
  }
}

/** Takes a conversation back from the readers of a channel. It is told, with the way back. */
export async function takeBack(...[{ id: sessionId }, channel]: With): Promise<void> {
  try {
    await workspace.sessions.unlink({ sessionId, channelId: channel.id });
    await refresh(sessionId);
    tell(`No longer shared with ${shownOnLine(channel.name)}.`, {
      label: 'Undo',
      run: () => void share({ id: sessionId }, channel),
    });
  } catch (error) {
    tell(sentenceOf(error));
  }
}
