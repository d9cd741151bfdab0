import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openTables } from '../../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../../src/store/sqlite/text-index/apart.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';

/** The name of the statement `commit` on every connection. */
const commit = createHash('sha256').update('commit').digest('base64url').slice(0, 24);

/** Passes everything on, but may cut the connection of the next commit. */
class Cutter {
  /** Whether the commit still reaches the server, and what comes afterwards. */
  next: 'pass' | 'cut before' | 'cut answer' | 'cut answer and stay away' | 'cut answer and say nothing' = 'pass';
  #isAway = false;
  #isSilent = false;
  readonly #server: Server = createServer((client) => this.#serve(client));
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as { port: number }).port;
  }

  comeBack(): void {
    this.#isAway = false;
    this.#isSilent = false;
  }

  close(): void {
    this.#server.close();
  }

  #serve(client: Socket): void {
    if (this.#isAway) return void client.destroy();
    if (this.#isSilent) return void client.on('error', () => {}).resume();
    const server = connect(this.#port, '127.0.0.1');
    const end = () => {
      client.destroy();
      server.destroy();
    };
    let isCut = false;
    client.on('data', (bytes) => {
      if (this.next === 'pass' || !bytes.includes(commit)) return void server.write(bytes);
      const how = this.next;
      this.next = 'pass';
      this.#isSilent = how === 'cut answer and say nothing';
      this.#isAway = how === 'cut answer and stay away';
      if (how === 'cut before') return end();
      isCut = true;
      server.write(bytes);
    });
    server.on('data', (bytes) => (isCut ? end() : client.write(bytes)));
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
  }
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a commit whose answer is lost', () => {
  let cutter: Cutter;
  let database: Database;
  beforeAll(async () => {
    const address = new URL(await freshDatabase());
    cutter = new Cutter(Number(address.port));
    address.port = String(await cutter.listen());
    database = await openPostgres({ location: address.href, tables: openTables(), cutSnippets: snippetsApart });
  });
  afterAll(async () => {
    await database.close();
    cutter.close();
  });

  /** Stores a row, and counts how often it was tried. */
  async function store(owner: string): Promise<number> {
    let attempts = 0;
    await database.write('service', async (tx) => {
      attempts += 1;
      await tx.insertInto('homes').values({ owner_id: owner }).execute();
    });
    return attempts;
  }
  const stored = (owner: string) =>
    database.read(
      async (db) => (await db.selectFrom('homes').where('owner_id', '=', owner).selectAll().execute()).length,
    );

  test('was made, and is acknowledged once the server says so', async () => {
    cutter.next = 'cut answer';
    expect([await store('made'), await stored('made')]).toEqual([1, 1]);
  });

  test('was not made, and is begun again', async () => {
    cutter.next = 'cut before';
    expect([await store('begun again'), await stored('begun again')]).toEqual([2, 1]);
  });

  test.each(['stay away', 'say nothing'] as const)('is in doubt if the servers that could be asked %s', async (how) => {
    cutter.next = `cut answer and ${how}`;
    await expect(store(`in doubt: ${how}`)).rejects.toThrow('so it may be stored. Look for it, then try again.');
    cutter.comeBack();
    expect(await stored(`in doubt: ${how}`)).toBe(1);
    expect(await store(`after ${how}`)).toBe(1);
  });
});
