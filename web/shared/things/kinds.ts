import type { ActivityType } from '../../../schemas/activity.ts';
import type { SearchResult } from '../../../schemas/search.ts';
import type { IconName } from '../../ui/icon.tsx';

interface Kind {
  readonly icon: IconName;
  /** With its article. */
  readonly one: string;
  readonly many: string;
}

/** The kinds of things in a workspace, in words. */
export const kinds: Readonly<Record<ActivityType, Kind>> = {
  post: { icon: 'hash', one: 'a post', many: 'Posts' },
  comment: { icon: 'reply', one: 'a comment', many: 'Comments' },
  artifact: { icon: 'document', one: 'a document', many: 'Documents and sheets' },
  file: { icon: 'file', one: 'a file', many: 'Files' },
  session: { icon: 'session', one: 'a conversation', many: 'Conversations' },
  record: { icon: 'record', one: 'a record', many: 'Records' },
  data_set: { icon: 'table', one: 'a Data Set', many: 'Data Sets' },
  view: { icon: 'view', one: 'a View', many: 'Views' },
  channel: { icon: 'hash', one: 'a channel', many: 'Channels' },
};

/** The icon of something that was found. A sheet has its own. */
export const iconOfThing = ({ type, kind }: Pick<SearchResult, 'type' | 'kind'>): IconName =>
  kind === 'csv' ? 'sheet' : kinds[type].icon;
