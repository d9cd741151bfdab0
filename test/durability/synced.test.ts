import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnCode } from '../support/command-runner.ts';
import { accessToken, executable, listening, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
}

/** The number of file syncs of a gateway that has answered this many posts, one after the other. */
async function syncs(dataFolder: string, posts: number): Promise<number> {
  const trace = join(await temporaryFolder(), 'trace.json');
  const options = ['--trace-event-categories=node.fs.async', `--trace-event-file-pattern=${trace}`];
  const gateway = await listening(
    spawn(process.execPath, [...options, executable, 'serve', '--data', dataFolder, '--port', '0'], {
      env: withOwnCode('serve', process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  for (let number = 0; number < posts; number += 1) {
    await account.done('POST /channels/general/posts', { body: `Post ${number}` });
  }
  await stop(gateway.process);
  const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  return traceEvents.filter(({ name, ph }) => name === 'fdatasync' && ph === 'e').length;
}

test('each write is on the disk before it is acknowledged', async () => {
  expect(await syncs(await temporaryFolder(), 10)).toBeGreaterThanOrEqual(10);
});
