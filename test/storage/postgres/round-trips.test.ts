import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { scopes } from '../../../schemas/operation.ts';
import { openCore } from '../../../src/commands/core.ts';
import { readConfig } from '../../../src/config.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, printedToken, startGateway } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';

/** Statements that are sent together arrive within this time, in ms. */
const togetherMs = 20;

/** A server at some distance: answers take a while, and each wait for them counts. Waits at one time are one. */
class Distance {
  waits = 0;
  #waiting = 0;
  readonly #server = createServer((client) => this.#serve(client));
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }

  #serve(client: Socket): void {
    const server = connect(this.#port, '127.0.0.1');
    let answers: Buffer[] = [];
    const answer = () => {
      client.write(Buffer.concat(answers));
      answers = [];
      this.#waiting -= 1;
    };
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      if (answers.push(bytes) > 1) return;
      if (this.#waiting === 0) this.waits += 1;
      this.#waiting += 1;
      setTimeout(answer, togetherMs);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => {});
      socket.on('close', () => [client, server].forEach((each) => each.destroy()));
    }
  }
}

/** An empty database on a server at some distance. */
async function distantServer() {
  const address = new URL(await freshDatabase());
  const distance = new Distance(Number(address.port));
  address.port = String(await distance.listen());
  onTestFinished(() => distance.close());
  return { address, distance };
}

/** The least of five times. The first opens connections, and a busy machine may send a statement late. */
async function fewestWaits(distance: Distance, request: (number: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    const before = distance.waits;
    await request(number);
    counts.push(distance.waits - before);
  }
  return Math.min(...counts);
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('how often a request waits for the server', () => {
  test('a new document waits for locks, its key, its home, its audience, its answer and the commit', async () => {
    const { address, distance } = await distantServer();
    const core = await openCore(await readConfig({ data: await folderOfItsOwn(), database: address.href }), {
      work: 'none',
      publicUrl: () => 'http://127.0.0.1',
      gatewayUrl: async () => 'http://127.0.0.1',
      onError: () => {},
    });
    onTestFinished(() => core.close());
    const workspace = core.workspaceFor({ ...(await core.localCaller('cli')), scopes });
    const content = 'Five boxing wizards jump. '.repeat(160);
    const create = (number: number) =>
      workspace.artifacts.create({
        kind: 'markdown',
        title: 'New',
        content,
        idempotencyKey: `key-${number}-of-this-test`,
      });
    expect(await fewestWaits(distance, create)).toBe(6);
  });

  test('a read waits once: its caller is asked for meanwhile', async () => {
    const { address, distance } = await distantServer();
    vi.stubEnv('WORKSPACE_DATABASE', address.href);
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = await folderOfItsOwn();
    const { url } = await startGateway(folder, '--no-work');
    const account = accountAt(url, await printedToken(folder));
    const { artifact } = await account.done('POST /artifacts', {
      kind: 'markdown',
      title: 'Read',
      content: 'Text.',
      idempotencyKey: 'read-of-this-test',
    });
    expect(await fewestWaits(distance, () => account.done(`GET /artifacts/${artifact.id}`))).toBe(1);
  });
});
