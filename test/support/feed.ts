import type { FeedItem } from '../../schemas/feed.ts';
import { form, textFile } from './forms.ts';
import type { Name, People } from './people.ts';

export const linked = (channel: string) => ({ targetType: 'channel', targetId: channel });

/** The name that tells an item of a feed from others. */
export const nameOf = (item: FeedItem): string => {
  if (item.type === 'post') return item.post.body;
  if (item.type === 'file') return item.file.fileName;
  return item.type === 'artifact' ? `${item.artifact.title} ${item.artifact.versionNumber}` : item.session.title;
};

/** Channels of Will's own, what he adds to them, and what their feeds show. */
export function feedsAmong(people: People) {
  return {
    /** A channel that begins empty. */
    async newChannel(): Promise<string> {
      const channel = { name: crypto.randomUUID(), visibility: 'organization' };
      return (await people.as('will').done('POST /channels', channel)).channel.id;
    },
    post: async (channel: string, body: string, by: Name = 'will') =>
      (await people.as(by).done(`POST /channels/${channel}/posts`, { body })).post,
    async artifact(title: string, channelId?: string) {
      const body = { kind: 'csv', title, content: '', channelId, idempotencyKey: crypto.randomUUID() };
      return (await people.as('will').done('POST /artifacts', body)).artifact;
    },
    async file(name: string, channel?: string) {
      const place: [string, string][] = channel ? [['channelId', channel]] : [];
      return (await people.as('will').done('POST /files', form(['file', textFile('x'), name], ...place))).file;
    },
    session: async (title: string) => (await people.as('will').done('POST /sessions', { title })).session,
    page: async (channel: string, by: Name = 'will', query = '') =>
      people.as(by).done(`GET /channels/${channel}/feed${query}`),
  };
}
