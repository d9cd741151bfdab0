import assert from 'node:assert/strict';
import { join } from 'node:path';
import { patientAccountAt } from './patient.ts';
import { inStorage } from '../support/storage.ts';
import { Load } from './load.ts';
import { expectRefused, readEverything } from './meanwhile.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import type { Trial } from './trial.ts';

/**
 * Holds the database lock under a server that agents write through. One hold is shorter than the server waits, the
 * other is longer.
 */
export const lock: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  await using product = new Product({ dataFolder: join(folder, 'data') });
  const token = await product.token();
  const load = new Load(token, random);
  const [gateway, host] = await Promise.all([product.serve(), product.host()]);
  const account = patientAccountAt(gateway.url, token);
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);

  const waited = long ? 30 : 2;
  for (let round = 0; round < waited; round += 1) {
    await load.goOn(10);
    const before = load.refusals;
    const { write } = await inStorage(product.dataFolder, async () => {
      const write = account.done('PATCH /channels/general', { description: `Waited ${round} times before` });
      const isWritten = write.then(() => true);
      for (let reads = 0; reads < 3; reads += 1) await readEverything(account);
      assert.equal(
        await Promise.race([isWritten, Promise.resolve(false)]),
        false,
        'reads are answered while a write waits',
      );
      return { write };
    });
    await write;
    assert.equal(load.refusals, before, 'a write waits for a short while');
  }

  const refused = long ? 5 : 1;
  for (let round = 0; round < refused; round += 1) {
    await load.goOn(10);
    await inStorage(product.dataFolder, async () => {
      await Promise.all([expectRefused(account, /Another process keeps the workspace busy/), load.meetRefusals(5)]);
      await readEverything(account);
    });
  }
  await load.goOn(10);
  await load.end();
  await load.prove(gateway);
  await product.expectSound();
  return {
    'times the lock was waited for': waited,
    'times it was held for too long': refused,
    'refusals meanwhile': load.refusals,
    'acknowledged writes, each there once': load.acknowledged,
  };
};
