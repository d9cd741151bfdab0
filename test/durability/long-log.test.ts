import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { connectTo } from '../support/sqlite.ts';

const MiB = 1024 * 1024;

test('a log that grew while somebody read for long is cut again while others write, and nothing is lost', async () => {
  const dataFolder = await temporaryFolder();
  const { database } = placesIn(dataFolder);
  const gateway = await startGateway(dataFolder);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const logBytes = () => statSync(`${database}-wal`).size;

  const reading = connectTo(database);
  reading.exec('begin');
  reading.prepare('select count(*) from users').get();
  const written: string[] = [];
  const contentOf = (number: number) => `a,b\n${`${number},${'x'.repeat(1_000)}\n`.repeat(9_000)}`;
  while (logBytes() < 100 * MiB) {
    const number = written.length;
    const sheet = { kind: 'csv', title: 'Long', content: contentOf(number), idempotencyKey: `long-${number}` };
    const { artifact } = await account.done('POST /artifacts', sheet);
    written.push(artifact.id);
  }
  reading.close();

  let sessions = 0;
  for (; logBytes() > 64 * MiB; sessions += 1) {
    await account.done('POST /sessions', { title: 'Goes on' });
    await sleep(20);
  }
  await stop(gateway.process, 'SIGKILL');
  await expectSound(dataFolder);
  const again = await startGateway(dataFolder);
  const there = accountAt(again.url, await accessToken(dataFolder));
  for (const [number, id] of written.entries())
    expect((await there.done(`GET /artifacts/${id}`)).artifact.content === contentOf(number)).toBe(true);
  expect((await there.done('GET /sessions?limit=200')).sessions).toHaveLength(Math.min(200, sessions));
  await stop(again.process);
});
