import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityItem } from '../../schemas/activity.ts';
import { follow } from '../support/activity.ts';
import { accessToken, stop } from '../support/product.ts';
import { Random } from '../support/random.ts';
import { type Answering, changesIn, type Delivery, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';
import { Product } from './product.ts';
import type { Trial } from './trial.ts';

const emails = ['ida@workspace.test', 'ned@workspace.test'] as const;
const changesAtOnce = 100;

/**
 * A receiver refuses half of what it is sent and dies twice; the gateway is killed once. In the end each change was
 * taken, in order, and nobody was sent what they may not read.
 */
export const webhooks: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  const half: Answering = () =>
    random.happens(0.5) ? { status: 204 } : random.happens(0.5) ? { status: 503 } : 'nothing';
  const receivers: Receiver[] = [await startReceiver(half)];
  const { host, url } = receivers[0]!;
  const dataFolder = `${folder}/data`;
  await using product = new Product({ dataFolder });
  await addUsers(dataFolder, ...emails.map((email) => ({ email })));
  const tokenOf = (email: string) => accessToken(dataFolder, '--user', email, '--expires', '24h');
  const tokens = await Promise.all(emails.map(tokenOf));
  let gateway = await product.serve('--webhook-hosts', host);
  const accounts = () => tokens.map((token) => accountAt(gateway.url, token)) as [Account, Account];
  const [ida, ned] = accounts();
  await ida.done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
  const places = await Promise.all(
    ['general', 'board'].map(async (channel) => {
      const { dataSet } = await ida.done(`POST /channels/${channel}/data-sets`, { name: 'Deals', fields: [] });
      return { channel, objectTypeId: dataSet.objectTypeId };
    }),
  );
  const hooks = await Promise.all([ida, ned].map((account, place) => hook(account, `${url}/${place}`)));
  const deliveriesAt = (place: number) =>
    receivers.flatMap((receiver) => receiver.deliveries).filter(({ path }) => path === `/${place}`);
  const read = new Map<Delivery, ActivityItem[]>();
  /** The changes that were taken. Each delivery is verified soon, because a signature holds for five minutes. */
  const takenAt = (place: number) =>
    deliveriesAt(place).flatMap((delivery) => {
      if (!delivery.wasTaken) return [];
      if (!read.has(delivery)) read.set(delivery, changesIn(delivery, hooks[place]!.secret));
      return read.get(delivery)!;
    });

  const stretches = (long ? 10_000 : 1_000) / changesAtOnce;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    if (stretch === Math.floor(stretches / 4) || stretch === Math.floor(stretches / 2)) {
      await receivers.at(-1)!.close();
      await sleep(random.between(500, 1_500));
      receivers.push(await startReceiver(half, Number(new URL(url).port)));
    }
    if (stretch === Math.floor((3 * stretches) / 4)) {
      await stop(gateway.process, 'SIGKILL');
      gateway = await product.serve('--webhook-hosts', host);
    }
    await change(accounts()[0], places[random.below(2)]!, stretch);
    hooks.forEach((_hook, place) => takenAt(place));
  }

  const counts = { due: 0, deliveries: 0, taken: 0 };
  for (const [place, account] of accounts().entries()) {
    const { items: due } = await follow(account, { after: hooks[place]!.from });
    await until(() => hooks.map((_hook, each) => takenAt(each))[place]!.length >= due.length);
    expectDelivered(takenAt(place), due);
    const deliveries = deliveriesAt(place);
    counts.due += due.length;
    counts.deliveries += deliveries.length;
    counts.taken += deliveries.filter(({ wasTaken }) => wasTaken).length;
  }
  await receivers.at(-1)!.close();
  await product.expectSound();
  return {
    'changes, each delivered in order to those who may see it': counts.due,
    deliveries: counts.deliveries,
    'of them taken by the receiver': counts.taken,
    'deaths of the receiver': 2,
    'kills of the gateway': 1,
  };
};

/** Adds a webhook of everything. Changes after `from` are due. */
async function hook({ done }: Account, url: string) {
  const { nextCursor: from } = await done('GET /activity?after=now');
  const { secret } = await done('POST /me/webhooks', { url });
  return { from: from!, secret };
}

/** Makes a hundred changes in a channel: records in one batch, and a post. */
async function change({ done }: Account, { channel, objectTypeId }: Place, stretch: number): Promise<void> {
  const create = Array.from({ length: changesAtOnce - 1 }, (_, number) => ({ title: `Deal ${stretch} ${number}` }));
  await done(`POST /channels/${channel}/records/batch`, { objectTypeId, create });
  await done(`POST /channels/${channel}/posts`, { body: `Stretch ${stretch}` });
}

interface Place {
  readonly channel: string;
  readonly objectTypeId: string;
}

/** Waits for what the trial cannot hurry: the gateway tries again when it sees fit. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 600_000;
  while (!holds() && Date.now() < deadline) await sleep(200);
}

/** Throws unless the changes came at least once, in order, and no others. */
function expectDelivered(taken: readonly ActivityItem[], due: readonly ActivityItem[]): void {
  const first = [...new Map(taken.map((item) => [keyOf(item), item])).keys()];
  assert.deepEqual(first, due.map(keyOf));
}

const keyOf = ({ type, id, action, at }: ActivityItem) => `${action} ${type} ${id} ${at}`;
