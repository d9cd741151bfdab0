import SQLite from 'better-sqlite3';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import type { Figure } from './support/figures.ts';
import { accessToken, ourGateway } from './support/gateway.ts';
import { cpuInPairs } from './support/pairs.ts';
import { pin, unpin } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';

const changes = 100_000;
const requests = 50;

/** The last page of what changed beside its first: CPU a request. */
export async function activity(dataFolder: string): Promise<Figure[]> {
  const { first, last } = await longActivity(dataFolder);
  const server = await ourGateway(dataFolder);
  const client = await RawClient.connect(server.url, accessToken(dataFolder), 8);
  try {
    pin(process.pid, 0);
    pin(server.process.pid!, 1);
    const of = (page: string) => ({ server, send: () => client.run(`GET ${page}`, requests) });
    return [
      {
        name: 'last page of 100,000 changes, beside its first: CPU a request',
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

/** The addresses of its first and its last full page. */
async function longActivity(dataFolder: string) {
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
