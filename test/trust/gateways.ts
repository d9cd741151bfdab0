import { setTimeout as sleep } from 'node:timers/promises';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { freshDatabase } from '../support/postgres.ts';
import { postgresPrograms } from '../support/postgres-programs.ts';
import { Random } from '../support/random.ts';
import { Fleet } from './fleet.ts';
import { Load } from './load.ts';
import { LockWatch } from './lock-watch.ts';
import { NotPossible, type Trial } from './trial.ts';

const everyMs = 1_000;
const oldestLockMs = 2_000;

/**
 * Agents write through a proxy to three gateways that share a PostgreSQL database and a bucket. One gateway after another
 * is killed, and the clock of one is ahead. The bucket refuses, cuts, loses answers and is slow. In the end all that was
 * acknowledged is there, once, and each question is answered once.
 */
export const gateways: Trial = async ({ long, seed, folder }) => {
  if (postgresPrograms() === undefined) throw new NotPossible('PostgreSQL is not installed');
  const random = new Random(seed);
  const bucket = await startBucketServer();
  try {
    const database = await freshDatabase();
    await using fleet = await Fleet.started(folder, { database, bucket });
    await using locks = await LockWatch.on(database);
    const load = new Load(await fleet.token(), random);
    await load.begin(fleet.proxy);
    load.speakTo(fleet.proxy);
    let faults = 0;
    bucket.fault = () => {
      const fault = faultOf(random);
      if (fault !== undefined) faults += 1;
      return fault;
    };

    let kills = 0;
    while (kills < (long ? 600 : 12)) {
      await sleep(everyMs);
      load.check();
      // An answer that is under way may be lost. Later requests go to the other gateways.
      if (await fleet.kill(random, () => load.speakTo(fleet.proxy))) kills += 1;
    }
    bucket.fault = () => undefined;
    await fleet.whole();
    await load.end();
    await load.prove(fleet.proxy);
    if (locks.oldestMs > oldestLockMs)
      throw new Error(`a transaction that writes was open for ${locks.oldestMs} ms (${locks.of})`);
    return {
      'gateways killed, at most one a second': kills,
      'acknowledged writes, each there once': load.acknowledged,
      'answers lost': load.met.lost,
      'of these writes, sent again with their key': load.met.again,
      'refusals meanwhile': load.refusals,
      'requests that the bucket got': bucket.requests.length,
      'of these, gone wrong': faults,
      'longest transaction that wrote, in ms': locks.oldestMs,
    };
  } finally {
    await bucket.close();
  }
};

/** One request in ten goes wrong. */
function faultOf(random: Random): ReturnType<BucketServer['fault']> {
  return random.onceIn(10) ? random.pick(['refuse', 'slow', 'cut', 'lose the answer', 503] as const) : undefined;
}
