import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityItem } from '../../schemas/activity.ts';
import { accessToken, stop } from '../support/product.ts';
import { Random } from '../support/random.ts';
import { addUsers } from '../support/users.ts';
import { Follower } from './activity/follower.ts';
import { Persistent, type Place } from './activity/persistent.ts';
import { type Made, type Shared, Writer } from './activity/writer.ts';
import { Product } from './product.ts';
import type { Trial } from './trial.ts';

/**
 * Three writers change and delete things in a public channel and in a private one. Meanwhile the gateway is killed
 * again and again. Two readers follow, one of whom sees the private channel. Each reader sees each visible change once,
 * in one order.
 */
export const activity: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  await using product = new Product({ dataFolder: join(folder, 'data') });
  const place: Place = { gateway: await product.serve() };
  const owner = new Persistent(place, await product.token());
  const ids = await addUsers(product.dataFolder, { email: 'member@a.test' }, { email: 'outsider@a.test' });
  const personOf = async (email: string) =>
    new Persistent(place, await accessToken(product.dataFolder, '--user', email, '--expires', '24h'));
  const open = await channelOf(owner, { name: 'Open' });
  const closed = await channelOf(owner, { name: 'Closed', visibility: 'private' });
  await owner.done(`PUT /channels/${closed.id}/members/${ids['member@a.test']}`, { role: 'reader' });
  const member = new Follower(await personOf('member@a.test'));
  const outsider = new Follower(await personOf('outsider@a.test'));
  await Promise.all([member.look(), outsider.look()]);

  const most = long ? 10_000 : 500;
  const writers = Array.from({ length: 3 }, () => new Writer(owner, [open, closed], new Random(random.below(2 ** 31))));
  const count = () => writers.reduce((sum, { made }) => sum + made.length, 0);
  let isWritten = false;
  const isOver = () => isWritten || count() >= most;
  const working = Promise.all([
    ...writers.map(async (writer) => {
      while (!isOver()) await writer.change();
    }),
    killAgainAndAgain(product, place, { random, count, most, isOver }),
  ]);
  // Also when one of them fails, so that the others end.
  const written = working.finally(() => (isWritten = true));
  const [kills] = await Promise.all([
    written.then((results) => results.at(-1)!),
    member.follow(() => isWritten),
    outsider.follow(() => isWritten),
  ]);

  const made = writers.map((writer) => writer.made);
  const inOpen = ({ channelId }: { readonly channelId?: string | undefined }) => channelId === open.id;
  expectEach(member.seen, made);
  expectEach(
    outsider.seen,
    made.map((changes) => changes.filter(inOpen)),
  );
  assert.deepEqual(outsider.seen.map(told), member.seen.filter(inOpen).map(told), 'both see one order');
  await stop(place.gateway.process);
  await product.expectSound();
  return {
    'changes by three writers': count(),
    'of these deletions': made.flat().filter(({ action }) => action === 'deleted').length,
    'kills of the gateway': kills,
    'changes that one reader may see, each seen once and in order': member.seen.length,
    'changes that the other may see, each seen once and in order': outsider.seen.length,
    'pages that they asked for': member.pages + outsider.pages,
  };
};

async function channelOf(owner: Persistent, channel: object): Promise<Shared> {
  const { id } = (await owner.done('POST /channels', channel)).channel;
  const { dataSet } = await owner.done(`POST /channels/${id}/data-sets`, { name: 'Machines', fields: [] });
  return { id, objectTypeId: dataSet.objectTypeId };
}

interface Progress {
  readonly random: Random;
  readonly count: () => number;
  readonly most: number;
  readonly isOver: () => boolean;
}

/** Kills the gateway whenever a part of the changes is made, and starts another. */
async function killAgainAndAgain(product: Product, place: Place, progress: Progress): Promise<number> {
  const { random, count, most, isOver } = progress;
  for (let kills = 0; ; kills += 1) {
    const next = count() + random.between(most / 20, most / 8);
    while (count() < next && !isOver()) await sleep(5);
    if (isOver()) return kills;
    await stop(place.gateway.process, 'SIGKILL');
    place.gateway = await product.serve();
  }
}

const told = ({ type, id, action, channelId }: ActivityItem | Made): string =>
  `${action} ${type} ${id} in ${channelId}`;

/**
 * Exactly the changes of all writers, each once. The changes of one writer stand in the order in which they were made.
 */
function expectEach(seen: readonly ActivityItem[], made: readonly (readonly Made[])[]): void {
  const lines = seen.map(told);
  assert.deepEqual([...lines].sort(), made.flat().map(told).sort(), 'each change is seen once');
  for (const changes of made) {
    const own = new Set(changes.map(({ id }) => id));
    const inOrder = seen.filter(({ id }) => own.has(id)).map(told);
    assert.deepEqual(inOrder, changes.map(told), 'changes are seen in the order in which they were made');
  }
}
