import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBucketServer } from '../support/bucket-server.ts';
import { postgresPrograms } from '../support/postgres-programs.ts';
import { administer, startServer } from '../support/postgres-server.ts';
import { Random } from '../support/random.ts';
import { Fleet } from './fleet.ts';
import { formerRelease } from './former-release.ts';
import { Load } from './load.ts';
import { LockWatch } from './lock-watch.ts';
import { NotPossible, type Trial } from './trial.ts';

const everyMs = 1_000;
const oldestLockMs = 2_000;

/**
 * Agents write through a proxy to three gateways of the release before. One after another is killed, and one of this
 * release takes its place and brings the tables up to date. Meanwhile the others go on. Those of this release are killed
 * too. In the end all that was acknowledged is there, once, and each question is answered once.
 */
export const releases: Trial = async ({ long, seed, folder }) => {
  if (postgresPrograms() === undefined) throw new NotPossible('PostgreSQL is not installed');
  const former = await formerRelease(join(folder, 'former'));
  const random = new Random(seed);
  const bucket = await startBucketServer();
  try {
    const server = await startServer();
    await administer(server, 'create database work');
    const database = `${server}/work`;
    await using fleet = await Fleet.started(folder, { database, bucket, former });
    await using locks = await LockWatch.on(database);
    const load = new Load(await fleet.token(), random);
    await load.begin(fleet.proxy);
    const tellAgents = () => load.speakTo(fleet.proxy);
    tellAgents();
    await load.goOn(50);

    let kills = 0;
    for (const _ of [1, 2]) {
      await fleet.update(tellAgents);
      await fleet.whole();
      await assert.rejects(fleet.join(former), /written by a newer release.*Update workspace-mcp/);
      for (const most = kills + (long ? 60 : 4); kills < most; await sleep(everyMs)) {
        load.check();
        if (await fleet.kill(random, tellAgents)) kills += 1;
      }
      await load.goOn(100);
    }
    await load.end();
    await fleet.whole();
    await load.prove(fleet.proxy);
    await fleet.expectSound();
    assert.ok(
      locks.oldestMs <= oldestLockMs,
      `a transaction that writes was open for ${locks.oldestMs} ms (${locks.of})`,
    );
    return {
      'gateways of the release before': 3,
      'of these, in whose place came one of this release under load': 2,
      'gateways of this release killed': kills,
      'acknowledged writes, each there once': load.acknowledged,
      'answers lost': load.met.lost,
      'of these writes, sent again with their key': load.met.again,
      'refusals meanwhile': load.refusals,
      'longest transaction that wrote, in ms': locks.oldestMs,
    };
  } finally {
    await bucket.close();
  }
};
