import assert from 'node:assert/strict';
import { limits } from '../../../schemas/limits.ts';
import { type Imported, sendCsv } from '../../support/imports.ts';
import type { Account, Reply } from '../../support/rest.ts';
import type { Load } from '../load.ts';
import { upload } from '../meanwhile.ts';

const cell = 99_999;

/**
 * A file of the largest size is stored, and one with another byte leaves nothing behind. The same holds for an import.
 * `isImported` also stores an import of the largest size, whose rows take time.
 */
export async function sendLargest(by: Account, load: Load, isImported: boolean): Promise<void> {
  const most = limits.uploadBytes;
  await load.addFile(by, most);
  expectTooLarge(await upload(by, Buffer.alloc(most + 1)));
  const before = await dataSetsOf(by);
  expectTooLarge(await sendCsv(by, 'general', csvOf(most + 1), { name: 'Beyond' }));
  assert.deepEqual(await dataSetsOf(by), before);
  if (!isImported) return;
  const { status, body } = await sendCsv(by, 'general', csvOf(most), { name: 'Largest' });
  assert.equal(status, 201, JSON.stringify(body));
  const { imported, dataSet } = body as unknown as Imported;
  assert.equal(imported, Math.ceil((most - header.length) / (cell + 1)));
  assert.deepEqual(await dataSetsOf(by), [...before, dataSet.objectTypeId].sort());
}

const header = 'note\n';

/** CSV of this many bytes, in cells of the largest size. */
function csvOf(bytes: number): Buffer<ArrayBuffer> {
  const csv = Buffer.alloc(bytes, `${'x'.repeat(cell)}\n`);
  return Buffer.concat([Buffer.from(header), csv.subarray(0, bytes - header.length)]);
}

function expectTooLarge({ status, body }: Reply): void {
  assert.deepEqual([status, body.code, body.maxBytes], [413, 'too_large', limits.uploadBytes], JSON.stringify(body));
}

async function dataSetsOf(by: Account): Promise<string[]> {
  const { channel } = await by.done('GET /channels/general');
  return channel.dataSets.map(({ objectTypeId }) => objectTypeId).sort();
}
