import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import type { Meter, Run } from './meter.ts';
import type { Person } from './team.ts';

/** What `serve` allows a user a minute unless it is told otherwise, of which uploads may be a tenth. */
const uploadsAMinute = 600;
const atOnce = 4;

/**
 * A client gone wild: the same upload again and again, under one key. It must be answered as the first was, until the
 * gateway says that these were too many; then other work of the same user goes on, and a minute later so do uploads.
 */
export async function beImpatient({ client, frank }: Person, meter: Meter, run: Run): Promise<void> {
  const file = { fileName: 'again.txt', contentType: 'text/plain', bytes: Buffer.from('once\n') };
  const send = () => meter.timed('files.upload again', () => frank.files.upload({ file, idempotencyKey: 'again' }));
  const first = await send();
  let taken = 1;
  const insist = async () => {
    while (!run.isOver) {
      try {
        assert.deepEqual(await send(), first);
        taken += 1;
      } catch (error) {
        if (!(error instanceof WorkspaceError) || error.code !== 'rate_limited') throw error;
        await meter.timed('files.get', () => frank.files.get({ fileId: first.file.id }));
        await pause(run);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, insist));
  const windows = Math.ceil(run.seconds / 60) + 1;
  assert.ok(taken <= windows * uploadsAMinute, `${taken} uploads were taken in ${windows} windows of a minute`);
  const { files } = await client.files.list({ q: 'again' });
  assert.deepEqual(
    files.map(({ id }) => id),
    [first.file.id],
  );
}

/** A second at most, for it is impatient. */
async function pause(run: Run): Promise<void> {
  await sleep(Math.min(1_000, Math.max(0, run.seconds - run.secondsSoFar) * 1_000));
}
