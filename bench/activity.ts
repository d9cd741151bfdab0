import SQLite from 'better-sqlite3';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import type { Figure } from './support/figures.ts';
import { lastBesideFirst, type Pages } from './support/pages.ts';

const changes = 100_000;

/** The last page of what changed beside its first. */
export async function activity(dataFolder: string): Promise<Figure[]> {
  return [await lastBesideFirst(dataFolder, '100,000 changes', await longActivity(dataFolder))];
}

/** The addresses of its first and its last full page. */
async function longActivity(dataFolder: string): Promise<Pages> {
  const { workspace, databasePath, close } = await openLocalWorkspace(dataFolder);
  const { channel } = await workspace.channels.create({ name: 'Long', slug: 'long' });
  const { post } = await workspace.posts.create({ channelId: channel.id, body: 'Unloading starts at six.' });
  repeat(databasePath, post.id);
  const limit = limits.feedPageMost;
  const cursors: string[] = [];
  for (let after: string | undefined; ; ) {
    const { items, nextCursor } = await workspace.activity.list({ limit, after });
    if (items.length < limit) break;
    cursors.push((after = nextCursor));
  }
  await close();
  const first = `/api/workspace/activity?limit=${limit}`;
  return { first, last: `${first}&after=${cursors.at(-2)}` };
}

/** The event of the post again and again. */
function repeat(databasePath: string, postId: string): void {
  const database = new SQLite(databasePath);
  const columns = (database.pragma('table_info(audit_events)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'number');
  database
    .prepare(
      `with recursive copy(n) as (select 1 union all select n + 1 from copy where n < ${changes})
       insert into audit_events (${columns.join()}) select ${columns.join()} from audit_events, copy where resource_id = ?`,
    )
    .run(postId);
  database.close();
}
