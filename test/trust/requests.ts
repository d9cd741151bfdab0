import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load } from './load.ts';
import { patientAccountAt } from './patient.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import { MemoryWatch } from './memory.ts';
import { sendLargest } from './requests/largest.ts';
import { sendMalformed } from './requests/malformed.ts';
import { expectNoDeadSockets } from './requests/resources.ts';
import { sendSlowly } from './requests/slow.ts';
import { sendBadLines } from './requests/stdio.ts';
import { anyWhole, type Wire, wireTo } from './requests/wire.ts';
import { RawConnection } from './sockets.ts';
import type { Trial } from './trial.ts';

/**
 * Normal work takes about 120 MiB. One JSON body of 32 MiB is held as bytes, as text and as values. Uploads are
 * streams. Holding three of 50 MiB in memory, or the bodies of hundreds of connections, would exceed the bound.
 */
const mostMebibytes = 300;

/** Sends what is slow, cut, too large or no message at all, beside agents that are served all along. */
export const requests: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  const dataFolder = join(folder, 'data');
  await using product = new Product({ dataFolder });
  const token = await product.token();
  const load = new Load(token, random);
  const [gateway, host] = await Promise.all([product.serve(), product.host()]);
  using memory = new MemoryWatch(gateway.process.pid!);
  const wire = wireTo(gateway.url, token);
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);
  await load.goOn(20);

  const [idle, slow, badLines, cut] = long ? [500, 60, 2_000, 1_000] : [300, 0, 40, 40];
  const held = await Promise.all(Array.from({ length: idle }, () => RawConnection.to(gateway.url)));
  for (const [index, connection] of held.entries()) if (index % 2 === 0) connection.send('GET /api/workspace/me HTT');
  const slowly = sendSlowly(wire, slow);
  await Promise.all([
    sendCut(wire, random, cut, () => held.slice(0, 20).forEach((one) => one.send('P'))),
    sendBadLines(product, random, badLines),
    sendMalformed(wire),
    sendLargest(patientAccountAt(gateway.url, token), load, long),
  ]);
  await slowly;
  await load.goOn(10);
  for (const connection of held) connection.cut();
  await load.end();
  await load.prove(gateway);
  await expectNoDeadSockets(gateway.process.pid!);
  assert.deepEqual(await readdir(join(dataFolder, 'blobs', 'incoming')), []);
  await product.expectSound();
  const mebibytes = memory.most;
  assert.ok(
    mebibytes === undefined || mebibytes < mostMebibytes,
    `the gateway had ${mebibytes} MiB of its own in memory`,
  );
  return {
    'requests cut off half-way': cut,
    'bad lines over stdio': badLines + 2,
    'idle and slow connections beside them': idle + slow,
    'MiB of its own in memory at most': mebibytes ?? 'not known here',
    'acknowledged writes, each there once': load.acknowledged,
  };
};

/** Requests that end somewhere in their bodies. */
async function sendCut({ url, head }: Wire, random: Random, times: number, meanwhile: () => void): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { request, fields, body } = anyWhole(random);
    const connection = await RawConnection.to(url);
    connection.send(head(request, ...fields, `Content-Length: ${body.byteLength}`));
    connection.send(body.subarray(0, random.between(0, body.byteLength - 1)));
    await sleep(random.between(0, 20));
    if (random.onceIn(2)) connection.cut();
    else connection.end();
    meanwhile();
  }
}
