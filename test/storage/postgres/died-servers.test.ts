import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openTables } from '../../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../../src/store/sqlite/text-index/apart.ts';
import { ServerPair } from '../../support/postgres-pair.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { administer } from '../../support/postgres-server.ts';
import { Proxy } from '../../support/proxy.ts';

const portOf = (address: string) => Number(new URL(address).port);

/** A database behind a proxy, with a standby. */
async function served() {
  const pair = await ServerPair.started();
  await administer(pair.primary, 'create database work');
  const proxy = new Proxy(portOf(pair.primary));
  const location = `postgres://postgres@127.0.0.1:${await proxy.start()}/work`;
  const database = await openPostgres({ location, tables: openTables(), cutSnippets: snippetsApart });
  onTestFinished(async () => {
    await database.close();
    await Promise.all([proxy.close(), pair.end()]);
  });
  return { pair, proxy, database };
}

/** Stores a row. Its first commit does not reach the standby, and the server dies. */
async function storedByDying({ pair, proxy, database }: Awaited<ReturnType<typeof served>>) {
  const transactions: number[] = [];
  const dead = Promise.withResolvers<void>();
  const stored = database.write('service', async (tx) => {
    const number = sql<{ number: number }>`select cast(cast(pg_current_xact_id() as text) as bigint) as number`;
    transactions.push((await number.execute(tx)).rows[0]!.number);
    if (transactions.length === 1) pair.replication.refuse();
    await tx.insertInto('homes').values({ owner_id: 'mia' }).returning('owner_id').execute();
    if (transactions.length > 1) return;
    pair.killPrimary();
    dead.resolve();
  });
  stored.catch(() => {});
  await dead.promise;
  await pair.promote();
  return { stored, transactions, takeOver: () => proxy.leadTo(portOf(pair.standby)) };
}

const homesIn = (database: Database) =>
  database.read(
    async (db) => (await db.selectFrom('homes').where('owner_id', '=', 'mia').selectAll().execute()).length,
  );

/** Transactions of others, until one has this number. */
async function othersUntil(number: number, address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  for (let other = 0; other < number; ) {
    const { rows } = await client.query<{ number: string }>('select cast(pg_current_xact_id() as text) as number');
    other = Number(rows[0]!.number);
  }
  await client.end();
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a commit that its server takes with it', () => {
  test('is in doubt where the next server has a transaction of the same number', async () => {
    const place = await served();
    const { stored, transactions, takeOver } = await storedByDying(place);
    await othersUntil(transactions[0]!, place.pair.standby);
    takeOver();
    await expect(stored).rejects.toThrow('so it may be stored. Look for it, then try again.');
    expect(await homesIn(place.database)).toBe(0);
  });

  test('is begun again where the next server has had fewer transactions', async () => {
    const place = await served();
    const { stored, transactions, takeOver } = await storedByDying(place);
    takeOver();
    await stored;
    expect([transactions.length, await homesIn(place.database)]).toEqual([2, 1]);
  });
});
