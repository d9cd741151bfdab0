import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../schemas/limits.ts';
import { field, filePart, rawForm } from '../support/forms.ts';
import { Load } from './load.ts';
import { Product } from './product.ts';
import { Random } from './random.ts';
import { RawConnection } from './sockets.ts';
import type { Trial } from './trial.ts';

/** Sends what is slow, cut, too large or no HTTP at all, beside agents that are served all along. */
export const requests: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  const dataFolder = join(folder, 'data');
  await using product = new Product({ dataFolder });
  const token = await product.token();
  const load = new Load(token, random);
  const [gateway, host] = await Promise.all([product.serve(), product.host()]);
  const { url } = gateway;
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);
  await load.goOn(20);

  const head = (request: string, ...fields: string[]) =>
    [`${request} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`, ...fields, '', ''].join(
      '\r\n',
    );
  const json = ['Content-Type: application/json', 'Idempotency-Key: cut'];
  const form = rawForm([field('channelId'), 'general'], [filePart('cut.bin'), Buffer.alloc(300_000, 'cut')]);
  const csv = rawForm([field('name'), 'Cut'], [filePart('cut.csv', 'text/csv'), 'a,b\n'.repeat(50_000)]);
  const multipart = 'Content-Type: multipart/form-data; boundary=edge';
  const document = Buffer.from(JSON.stringify({ kind: 'markdown', title: 'Cut', content: 'x'.repeat(100_000) }));
  const bodies: readonly (readonly [request: string, fields: readonly string[], body: Buffer])[] = [
    ['POST /api/workspace/artifacts', json, document],
    ['POST /api/workspace/files', [multipart], form],
    ['POST /api/workspace/channels/general/data-sets/import', [multipart], csv],
  ];

  // Many who say nothing, or a byte of a head now and then.
  const idle = await Promise.all(Array.from({ length: 300 }, () => RawConnection.to(url)));
  for (const [index, connection] of idle.entries()) if (index % 2 === 0) connection.send('GET /api/workspace/me HTT');

  let cut = 0;
  const times = long ? 1_000 : 40;
  for (let time = 0; time < times; time += 1) {
    const [request, fields, body] = random.pick(bodies);
    const connection = await RawConnection.to(url);
    connection.send(head(request, ...fields, `Content-Length: ${body.byteLength}`));
    connection.send(body.subarray(0, random.between(0, body.byteLength - 1)));
    await sleep(random.between(0, 20));
    if (random.onceIn(2)) connection.cut();
    else connection.end();
    cut += 1;
    for (const one of idle.slice(0, 20)) one.send('P');
  }

  const refused = async (what: string, statuses: readonly number[], ...sent: (string | Uint8Array)[]) => {
    const connection = await RawConnection.to(url);
    for (const bytes of sent) connection.send(bytes);
    const got = await connection.closed();
    assert.deepEqual(got, statuses, what);
  };
  const close = 'Connection: close';
  const chunked = head('POST /api/workspace/artifacts', ...json, 'Transfer-Encoding: chunked', close);
  await refused('no HTTP', [400], 'EHLO there\r\n\r\n');
  await refused('a head without an end', [400], `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`);
  await refused('chunks that are none', [400], chunked, 'no number\r\nrest\r\n');
  await refused(
    'two lengths',
    [400],
    head('POST /api/workspace/artifacts', ...json, 'Content-Length: 2', 'Content-Length: 3'),
    '{}',
  );
  await refused(
    'a length that is none',
    [400],
    head('POST /api/workspace/artifacts', ...json, 'Content-Length: -5'),
    '{}',
  );
  const tooLong = `Content-Length: ${limits.jsonBodyBytes + 1}`;
  await refused(
    'a body beyond its limit',
    [413],
    head('POST /api/workspace/artifacts', ...json, tooLong, close),
    Buffer.alloc(limits.jsonBodyBytes + 1, ' '),
  );
  const me = head('GET /api/workspace/me');
  await refused('twenty at once', Array<number>(20).fill(200), me.repeat(19), head('GET /api/workspace/me', close));

  await load.goOn(10);
  for (const connection of idle) connection.cut();
  await load.end();
  await load.prove(gateway);
  assert.deepEqual(await readdir(join(dataFolder, 'blobs', 'incoming')), []);
  await product.expectSound();
  const mebibytes = await residentMebibytes(gateway.process.pid!);
  assert.ok(mebibytes === undefined || mebibytes < 600, `the gateway has ${mebibytes} MiB in memory`);
  return {
    'requests cut off half-way': cut,
    'idle and slow connections beside them': idle.length,
    'MiB in memory afterwards': mebibytes ?? 'not known here',
    'acknowledged writes, each there once': load.acknowledged,
  };
};

/** Where the system says so. */
async function residentMebibytes(processId: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1_024);
}
