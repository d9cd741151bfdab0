import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { engineOf } from '../../../src/store/engine.ts';
import type { Requester } from '../../../src/store/scan.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openTables } from '../../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../../src/store/sqlite/text-index/apart.ts';
import type { Db } from '../../../src/store/tables.ts';
import { folded } from '../../../src/text/folding.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('the PostgreSQL engine', () => {
  let address: string;
  let database: Database;
  let other: Database;
  let server: pg.Client;
  const open = () =>
    openPostgres({ location: address, querySeconds: 1, tables: openTables(), cutSnippets: snippetsApart });

  beforeAll(async () => {
    address = await freshDatabase();
    [database, other] = [await open(), await open()];
    server = new pg.Client({ connectionString: address });
    await server.connect();
    for (const organization of ['org_1', 'org_2'])
      await database.write('service', (tx) => addOrganization(tx, organization));
  });
  afterAll(async () => {
    await Promise.all([database.close(), other.close(), server.end()]);
  });

  const addOrganization = (tx: Db, id: string) =>
    tx
      .insertInto('organizations')
      .values({ id, name: id, max_upload_bytes: 1, time_zone: 'UTC', created_at: '' })
      .execute();
  const namesOf = (from: Database) =>
    from.read(async (db) => {
      const rows = await db.selectFrom('organizations').select('name').orderBy('id').execute();
      return rows.map(({ name }) => name);
    });
  const rename = (tx: Db, id: string, name: string) =>
    tx.updateTable('organizations').set({ name }).where('id', '=', id).execute();
  const scopeOf = (organizationId: string, userId = 'usr_1') => ({ organizationId, userId });

  test('compares every text by its bytes', async () => {
    const { rows } = await server.query(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'workspace' and data_type = 'text' and collation_name is distinct from 'C'`,
    );
    expect(rows).toEqual([]);
  });

  test.each(['asc', 'desc'] as const)(
    'finds the next event of an audience through its own events, %s',
    async (order) => {
      const plan = await database.read(async (db) => {
        const next = engineOf(db).nextEvent(sql`${'ch_1'}`, sql`${1}`, order);
        return (await sql<{ 'QUERY PLAN': string }>`explain ${next}`.execute(db)).rows.map((row) => row['QUERY PLAN']);
      });
      expect(plan.join('\n')).toContain('audit_events_of_audience');
      expect(plan.join('\n')).toContain('Index Cond: (ROW(audience, number)');
    },
  );

  test('folds every character as the service does, and sigmas at the ends of words', async () => {
    const { rows } = await server.query<{ code: number; folded: string }>(
      `select code, workspace.folded(chr(code)) as folded from generate_series(1, 205743) as code
        where code not between 55296 and 57343`,
    );
    expect(rows.filter((row) => row.folded !== folded(String.fromCodePoint(row.code)))).toEqual([]);
    const words = ['ΟΔΟΣ ΣΟΦΟΣ Σ', "Σ'Σ. aΣ", 'ΣΑΣ-Σ', 'Ærø Straße ﬁ İstanbul', 'e\u0301\u0300É'];
    for (const word of words) {
      const { rows: found } = await server.query<{ is: string }>('select workspace.folded($1) as is', [word]);
      expect(found[0]!.is).toBe(folded(word));
    }
  });

  test('returns values as the other engine does', async () => {
    const { rows } = await database.read((db) =>
      sql`select count(*) as count, 1 = 1 as yes, 0.5::numeric as half, '{"b": 1, "a": 2}'::json as json,
        (select value from json_each('["x", 2]') order by key desc limit 1) as last`.execute(db),
    );
    expect(rows).toEqual([{ count: 1, yes: 1, half: 0.5, json: '{"b": 1, "a": 2}', last: '2' }]);
  });

  test('lets one organization write at a time, in whichever process, and others beside it', async () => {
    const order: string[] = [];
    const write = (from: Database, organization: string, name: string, meanwhile = async () => {}) =>
      from.write(scopeOf(organization), async (tx) => {
        order.push(`${name} begins`);
        await meanwhile();
        await rename(tx, organization, name);
        order.push(`${name} ends`);
      });
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => over.resolve());
    const first = write(database, 'org_1', 'first', () => {
      begun.resolve();
      return over.promise;
    });
    await begun.promise;
    const second = write(other, 'org_1', 'second');
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await server.query(waiting)).rowCount).toBe(1);
    await write(other, 'org_2', 'beside');
    over.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual([
      'first begins',
      'beside begins',
      'beside ends',
      'first ends',
      'second begins',
      'second ends',
    ]);
    expect(await namesOf(database)).toEqual(['second', 'beside']);
  });

  test('gives up a write that waits for a lock when its caller leaves, and the server with it', async () => {
    const leaving = new AbortController();
    const gone = () => leaving.signal;
    const waiters = async () =>
      (await server.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
    await database.write(scopeOf('org_1'), async (tx) => {
      await rename(tx, 'org_1', 'held');
      const waiting = ['usr_1', 'usr_2'].map((userId) =>
        other.write({ ...scopeOf('org_1', userId), gone }, (waited) => rename(waited, 'org_1', 'never')),
      );
      const refusals = waiting.map((write) => expect(write).rejects.toThrow('disconnected while its change waited'));
      await expect.poll(waiters).toBe(1);
      leaving.abort();
      await Promise.all(refusals);
      expect([await waiters(), other.writerQueue()]).toEqual([0, 0]);
    });
    await other.write(scopeOf('org_1'), (tx) => rename(tx, 'org_1', 'second'));
    expect((await namesOf(other))[0]).toBe('second');
  });

  test('stores nothing of a transaction of which a statement failed that was not awaited', async () => {
    const write = database.write(scopeOf('org_1'), async (tx) => {
      await rename(tx, 'org_1', 'never');
      engineOf(tx).statement('insert into organizations (id) values (?)')(['org_1']);
    });
    await expect(write).rejects.toMatchObject({ code: '23502' });
    expect((await namesOf(other))[0]).toBe('second');
  });

  test('begins a transaction again that met another one', async () => {
    let attempts = 0;
    await database.write(scopeOf('org_1'), async (tx) => {
      attempts += 1;
      if (attempts < 3) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx);
      await rename(tx, 'org_1', 'third');
    });
    expect([attempts, (await namesOf(other))[0]]).toEqual([3, 'third']);
  });

  test('begins a transaction again whose connection ended', async () => {
    let attempts = 0;
    await database.write(scopeOf('org_1'), async (tx) => {
      attempts += 1;
      await rename(tx, 'org_1', `attempt ${attempts}`);
      if (attempts > 1) return;
      const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx);
      await server.query('select pg_terminate_backend($1)', [rows[0]!.id]);
    });
    expect([attempts, (await namesOf(other))[0]]).toEqual([2, 'attempt 2']);
  });

  test('keeps what stretches of long work have stored', async () => {
    await database.writeInStretches('background', async function* (tx) {
      for (let number = 0; number < 1_200; number += 1) {
        engineOf(tx).statement('insert into homes (owner_id) values (?)')([`owner ${number}`]);
        yield;
      }
    });
    const count = await other.read((db) => sql<{ n: number }>`select count(*) as n from homes`.execute(db));
    expect(count.rows).toEqual([{ n: 1_200 }]);
  });

  test('stops a query at its time limit, and when its caller leaves', async () => {
    const leaving = new AbortController();
    const requester = (signal: AbortSignal): Requester => ({ ...scopeOf('org_1'), gone: () => signal, spentMs: 0 });
    const slow = { sql: 'select pg_sleep(30)', parameters: [] };
    const scan = (signal: AbortSignal) => database.scan(slow, { rows: Number.POSITIVE_INFINITY }, requester(signal));
    await expect(scan(new AbortController().signal)).rejects.toThrow('The query ran longer than 1 s and was stopped');
    setTimeout(() => leaving.abort(), 100);
    await expect(scan(leaving.signal)).rejects.toThrow('its client disconnected');
    await expect
      .poll(
        async () =>
          (
            await server.query(
              "select 1 from pg_stat_activity where query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()",
            )
          ).rowCount,
      )
      .toBe(0);
  });

  test('reads rows no further than there is room for their texts', async () => {
    const statement = { sql: "select repeat('x', 1000) from generate_series(1, 10000)", parameters: [] };
    const effort = { rows: 10_000, room: { bytes: 2_500, factors: [1] } };
    const rows = await database.scan(statement, effort, {
      ...scopeOf('org_1'),
      gone: () => new AbortController().signal,
      spentMs: 0,
    });
    expect(rows).toHaveLength(4);
  });

  test('has no statement compiled by the server, which takes seconds where an answer takes milliseconds', async () => {
    const statement = { sql: "select current_setting('jit')", parameters: [] };
    const requester = { ...scopeOf('org_1'), gone: () => new AbortController().signal, spentMs: 0 };
    const jitIn = async (db: Db) =>
      (await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)).rows[0]!.jit;
    const settings = [
      await database.read(jitIn),
      await database.write(scopeOf('org_1'), jitIn),
      await database.readAtOneMoment(jitIn, async (jit) => jit),
      ...(await database.scan(statement, { rows: 1 }, requester)).flat(),
      ...(await database.scan(statement, { rows: Number.POSITIVE_INFINITY }, requester)).flat(),
    ];
    expect(settings).toEqual(['off', 'off', 'off', 'off', 'off']);
  });

  test('refuses a database of a newer release, and a server without a workspace', async () => {
    await server.query('update workspace.schema_version set version = 99');
    await expect(open()).rejects.toThrow('written by a newer release (schema 99');
    await server.query('update workspace.schema_version set version = 3');
  });
});
