import { workspace } from '../../data/client.ts';
import { pagesQuery } from '../../shared/lists/use-pages.ts';

const pageItems = 50;

/** The feed of a channel, newest first. */
export const feedQuery = (channelId: string) =>
  pagesQuery(['feed', channelId], (cursor, options) =>
    workspace.feed.list({ channelId, limit: pageItems, cursor }, options),
  );
