import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { ServerPair } from '../support/postgres-pair.ts';
import { postgresPrograms } from '../support/postgres-programs.ts';
import { administer } from '../support/postgres-server.ts';
import { Proxy } from '../support/proxy.ts';
import { Random } from '../support/random.ts';
import { Fleet } from './fleet.ts';
import { Load } from './load.ts';
import { NotPossible, type Trial } from './trial.ts';

/** How long each server serves, in acknowledged writes. */
const writes = 150;

const portOf = (address: string) => Number(new URL(address).port);

/**
 * Agents write to three gateways of one database. All processes of its server are killed. The standby has each
 * acknowledged commit, and takes over. In the end all that was acknowledged is there, once, and each question is
 * answered once.
 */
export const failover: Trial = async ({ long, seed, folder }) => {
  if (postgresPrograms() === undefined) throw new NotPossible('PostgreSQL is not installed');
  const random = new Random(seed);
  const bucket = await startBucketServer();
  const sum = { servers: 0, acknowledged: 0, refusals: 0, longestMs: 0 };
  try {
    while (sum.servers < (long ? 10 : 1)) {
      sum.servers += 1;
      const place = join(folder, String(sum.servers));
      await mkdir(place);
      const one = await takenOver(place, bucket, random);
      sum.acknowledged += one.acknowledged;
      sum.refusals += one.refusals;
      sum.longestMs = Math.max(sum.longestMs, one.withoutWritesMs);
    }
  } finally {
    await bucket.close();
  }
  return {
    'servers killed, whose standby took over': sum.servers,
    'acknowledged writes, each there once': sum.acknowledged,
    'refusals meanwhile': sum.refusals,
    'longest time without a write, in ms': sum.longestMs,
  };
};

async function takenOver(folder: string, bucket: BucketServer, random: Random) {
  const pair = await ServerPair.started();
  await administer(pair.primary, 'create database work');
  const proxy = new Proxy(portOf(pair.primary));
  try {
    const database = `postgres://postgres@127.0.0.1:${await proxy.start()}/work`;
    await using fleet = await Fleet.started(folder, { database, bucket });
    const load = new Load(await fleet.token(), random);
    await load.begin(fleet.proxy);
    load.speakTo(fleet.proxy);
    await load.goOn(random.between(writes, 2 * writes));
    const killedAt = performance.now();
    pair.killPrimary();
    await pair.promote();
    proxy.leadTo(portOf(pair.standby));
    await load.goOn(1);
    const withoutWritesMs = Math.round(performance.now() - killedAt);
    await load.goOn(writes);
    await load.end();
    await load.prove(fleet.proxy);
    await fleet.expectSound();
    return { acknowledged: load.acknowledged, refusals: timesRefused(load), withoutWritesMs };
  } finally {
    await Promise.all([proxy.close(), pair.end()]);
  }
}

const timesRefused = ({ met }: Load) => [...met.refusals.values()].reduce((sum, times) => sum + times, 0);
