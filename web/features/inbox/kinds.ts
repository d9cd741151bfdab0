import type { InboxItem, InboxKind } from '../../../schemas/inbox.ts';
import type { IconName } from '../../ui/icon.tsx';

interface Kind {
  readonly icon: IconName;
  readonly label: string;
  /** The act of the person. */
  readonly did: string;
}

const kinds: Readonly<Record<InboxKind, Kind>> = {
  mention: { icon: 'at', label: 'Mentions', did: 'mentioned you' },
  reply: { icon: 'reply', label: 'Replies', did: 'replied to you' },
  comment: { icon: 'session', label: 'Comments', did: 'commented on what you made' },
  answer: { icon: 'check', label: 'Answers', did: 'Your question is answered' },
  share: { icon: 'share', label: 'Shared with you', did: 'shared this with you' },
};

export const inboxKinds = Object.keys(kinds) as InboxKind[];
export const kindOptions = inboxKinds.map((value) => ({ value, label: kinds[value].label }));
export const iconOf = ({ kind }: InboxItem): IconName => kinds[kind].icon;

/** Whether it is news. An answer that the person has read is not, also before they say that they saw it. */
export const isNews = ({ seen, isGiven }: InboxItem): boolean => !seen && !isGiven;

/** The event, in words. */
export function didIn({ kind, type, status }: InboxItem): string {
  if (status === 'failed') return 'Your question could not be answered';
  return kind === 'share' && type === 'channel' ? 'added you to this channel' : kinds[kind].did;
}
