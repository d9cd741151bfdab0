import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import type { Meter, Run } from './meter.ts';
import type { Person } from './team.ts';

/** The uploads that `serve` allows a user per minute by default: a tenth of all requests. */
const uploadsAMinute = 600;
const atOnce = 4;

/**
 * A client that sends the same upload again and again, under one key. Every answer equals the first one until the
 * gateway refuses further uploads. Then other work of the same user goes on. A minute later uploads do too.
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

/** Waits a second at most, because the client is impatient. */
async function pause(run: Run): Promise<void> {
  await sleep(Math.min(1_000, Math.max(0, run.seconds - run.secondsSoFar) * 1_000));
}
