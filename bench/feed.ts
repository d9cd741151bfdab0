import SQLite from 'better-sqlite3';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import type { Figure } from './support/figures.ts';
import { lastBesideFirst, type Pages } from './support/pages.ts';

const items = 100_000;

/** The last page of a long feed beside its first. */
export async function feed(dataFolder: string): Promise<Figure[]> {
  return [await lastBesideFirst(dataFolder, 'a feed of 100,000 items', await longFeed(dataFolder))];
}

/** The addresses of its first and its last page, of as many items. */
async function longFeed(dataFolder: string): Promise<Pages> {
  const { workspace, databasePath, close } = await openLocalWorkspace(dataFolder);
  const { channel } = await workspace.channels.create({ name: 'Long', slug: 'long' });
  const channelId = channel.id;
  const { post } = await workspace.posts.create({ channelId, body: 'Unloading starts at six.' });
  repeat(databasePath, post.id);
  const page = { channelId, limit: limits.feedPageMost };
  let [cursor, next] = [undefined as string | undefined, undefined as string | undefined];
  do {
    cursor = next;
    next = (await workspace.feed.list({ ...page, cursor })).nextCursor;
  } while (next !== undefined);
  await close();
  const first = `/api/workspace/channels/${channelId}/feed?limit=${page.limit}`;
  return { first, last: `${first}&cursor=${cursor}` };
}

/** The post and its item in the feed again and again, each older than the one before. */
function repeat(databasePath: string, postId: string): void {
  const database = new SQLite(databasePath);
  database.pragma('foreign_keys = ON');
  for (const [table, subject] of [
    ['posts', 'id'],
    ['feed_items', 'subject_id'],
  ] as const) {
    const columns = (database.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    const values = columns.map((name) => again[name] ?? name);
    database
      .prepare(
        `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${items - 1})
         insert into ${table} (${columns.join()}) select ${values.join()} from ${table}, number where ${subject} = ?`,
      )
      .run(postId);
  }
  database.close();
}

/** The columns that differ from row to row; an ID ends with 26 digits. */
const numbered = (column: string) => `substr(${column}, 1, length(${column}) - 26) || printf('%026d', n)`;
const again: Readonly<Record<string, string>> = {
  id: numbered('id'),
  subject_id: numbered('subject_id'),
  at: `strftime('%Y-%m-%dT%H:%M:%fZ', at, '-' || n || ' seconds')`,
};
