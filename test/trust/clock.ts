import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Gateway, stop } from '../support/product.ts';
import type { Account } from '../support/rest.ts';
import { patientAccountAt } from './patient.ts';
import { pages } from './census.ts';
import { Load } from './load.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import type { Trial } from './trial.ts';

const hour = 3_600_000;
const day = 24 * hour;
const decade = 3_652 * day;
/** How far the clock is ahead, one after the other. */
const turns = [hour, -hour, day, decade, -decade, 0];

/**
 * Turns the clock far ahead and back under a server that agents write through. The server runs at some turns, not at
 * others.
 */
export const clock: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  const file = join(folder, 'ahead');
  let ahead = 0;
  const turn = async (milliseconds: number) => {
    await writeFile(`${file}.next`, String(milliseconds));
    await rename(`${file}.next`, file);
    ahead = milliseconds;
  };
  await turn(0);
  const environment = { NODE_OPTIONS: `--import ${import.meta.resolve('./turned-clock.ts')}`, TURNED_CLOCK: file };
  await using product = new Product({ dataFolder: join(folder, 'data'), environment });
  let token = await product.token();
  const load = new Load(token, random);
  let gateway = await product.serve();
  let host = await product.host();
  const start = async () => {
    gateway = await product.serve();
    host = await product.host();
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.kill(host.transport.pid!, signal);
    await Promise.all([stop(gateway.process, signal), host.client.close()]);
  };
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);

  let restarts = 0;
  const rounds = long ? 10 * turns.length : turns.length;
  for (let round = 0; round < rounds; round += 1) {
    await load.goOn(8);
    const [before, by] = [ahead, patientAccountAt(gateway.url, token)];
    const again = await load.addArtifact(by);
    const feed = await feedBegun(by);
    // Who holds a token of another time is told so, and goes on with another.
    load.gatewayGoes();
    load.hostGoes();
    await turn(turns[round % turns.length]!);
    await expectToken(by, before - ahead);
    token = await product.token();
    load.useToken(token);
    if (random.onceIn(3)) {
      await end(random.pick(['SIGTERM', 'SIGKILL']));
      await start();
      restarts += 1;
    }
    load.speakTo(gateway);
    load.speakThrough(host);
    const account = patientAccountAt(gateway.url, token);
    if (Math.abs(before - ahead) < day) await again(account);
    await feed.goesOn(account);
  }

  // A lease that was taken in the future must not block its work for ten years.
  load.gatewayGoes();
  load.hostGoes();
  await turn(decade);
  await load.addWork(patientAccountAt(gateway.url, await product.token()), 3);
  await sleep(random.between(0, 500));
  await end('SIGKILL');
  await turn(0);
  await start();
  token = await product.token();
  load.useToken(token);
  load.speakTo(gateway);
  load.speakThrough(host);
  await load.goOn(20);
  await load.end();
  await load.prove(gateway);
  await stop(gateway.process);
  await expectLimit(product, turn);
  await product.expectSound();
  return {
    'turns of the clock, of an hour to twenty years': rounds + 2,
    'of these while nothing ran': restarts + 1,
    'refusals meanwhile': load.refusals,
    'acknowledged writes, each there once': load.acknowledged,
  };
};

/**
 * Reads the first page of a feed. The function it returns checks later that the next pages show the rest, nothing
 * twice.
 */
async function feedBegun(account: Account) {
  const path = '/channels/general/feed';
  const all = await Array.fromAsync(
    pages(account, path, ({ items }) => items, 100),
    ({ id }) => id,
  );
  const first = await account.done(`GET ${path}?limit=5`);
  const goesOn = async (later: Account) => {
    const shown = first.items.map(({ id }) => id);
    const rest = pages(later, path, ({ items }) => items, 100, first.nextCursor);
    for await (const { id } of first.nextCursor === undefined ? [] : rest) shown.push(id);
    assert.equal(new Set(shown).size, shown.length, 'a feed repeats nothing');
    assert.deepEqual(
      all.filter((id) => !shown.includes(id)),
      [],
      'a feed loses nothing',
    );
  };
  return { goesOn };
}

/** A token that is good for a day. It is refused a day after its issue, and 89 days before. */
async function expectToken(account: Account, issuedAhead: number): Promise<void> {
  const isGood = -issuedAhead < day && issuedAhead < 89 * day;
  const { status, body } = await account.call('GET /me');
  assert.deepEqual(
    [status, body.code],
    isGood ? [200, undefined] : [401, 'unauthenticated'],
    `${issuedAhead / day} days`,
  );
}

/** A client over its rate limit is turned away for a minute at most, however the clock is turned. */
async function expectLimit(product: Product, turn: (milliseconds: number) => Promise<void>): Promise<void> {
  const gateway = await product.serve('--rate-limit', '20');
  for (const ahead of [0, decade, 0]) {
    await turn(ahead);
    await expectTurnedAway(gateway, await product.token());
  }
  await stop(gateway.process);
}

async function expectTurnedAway({ url }: Gateway, token: string): Promise<void> {
  const { call } = patientAccountAt(url, token);
  for (;;) {
    const { status, headers } = await call('GET /me');
    if (status === 200) continue;
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) <= 60, `turned away for ${headers.get('retry-after')} s`);
    return;
  }
}
