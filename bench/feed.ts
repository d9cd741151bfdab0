import SQLite from 'better-sqlite3';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import type { Figure } from './support/figures.ts';
import { accessToken, ourGateway } from './support/gateway.ts';
import { pin, unpin } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';
import { cpuInPairs } from './support/pairs.ts';

const items = 100_000;
const requests = 50;

/** The last page of a long feed beside its first: CPU a request. */
export async function feed(dataFolder: string): Promise<Figure[]> {
  const { first, last } = await longFeed(dataFolder);
  const server = await ourGateway(dataFolder);
  const client = await RawClient.connect(server.url, accessToken(dataFolder), 8);
  try {
    pin(process.pid, 0);
    pin(server.process.pid!, 1);
    const of = (page: string) => ({ server, send: () => client.run(`GET ${page}`, requests) });
    return [
      {
        name: 'last page of a feed of 100,000 items, beside its first: CPU a request',
        ...(await cpuInPairs(of(last), of(first), requests)),
        unit: 'µs',
        bound: { atMost: 1.2 },
      },
    ];
  } finally {
    client.close();
    await server.stop();
    unpin(process.pid);
  }
}

/** The addresses of its first and its last page, of as many items. */
async function longFeed(dataFolder: string) {
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

/** What differs from one to the next; an ID ends with 26 digits. */
const numbered = (column: string) => `substr(${column}, 1, length(${column}) - 26) || printf('%026d', n)`;
const again: Readonly<Record<string, string>> = {
  id: numbered('id'),
  subject_id: numbered('subject_id'),
  at: `strftime('%Y-%m-%dT%H:%M:%fZ', at, '-' || n || ' seconds')`,
};
