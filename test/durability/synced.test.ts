import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnCode } from '../support/command-runner.ts';
import { accessToken, executable, listening, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
}

/** The product in a process that writes its file syncs down. */
function traced(trace: string, command: string, ...args: string[]) {
  const options = ['--trace-event-categories=node.fs.async', `--trace-event-file-pattern=${trace}`];
  return spawn(process.execPath, [...options, executable, command, ...args], {
    env: withOwnCode(command, process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function syncsIn(trace: string): Promise<number> {
  const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  return traceEvents.filter(({ name, ph }) => name === 'fdatasync' && ph === 'e').length;
}

/** The number of file syncs of a gateway that has answered this many posts, one after the other. */
async function syncs(dataFolder: string, posts: number): Promise<number> {
  const trace = join(await temporaryFolder(), 'trace.json');
  const gateway = await listening(traced(trace, 'serve', '--data', dataFolder, '--port', '0'));
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  for (let number = 0; number < posts; number += 1) {
    await account.done('POST /channels/general/posts', { body: `Post ${number}` });
  }
  await stop(gateway.process);
  return syncsIn(trace);
}

test('each write is on the disk before it is acknowledged', async () => {
  expect(await syncs(await temporaryFolder(), 10)).toBeGreaterThanOrEqual(10);
});

test('long work of a process of its own is on the disk before it ends, and no lock is held until it is there', async () => {
  const [dataFolder, trace] = [await temporaryFolder(), join(await temporaryFolder(), 'trace.json')];
  const csv = join(await temporaryFolder(), 'rows.csv');
  await writeFile(csv, 'Key\na\nb\n');
  const source = ['--data', dataFolder, '--channel', 'general', '--name', 'Rows', '--csv', csv, '--key', 'Key'];
  const [code] = await once(traced(trace, 'admin', 'sources', 'add', ...source), 'close');
  expect(code).toBe(0);
  expect(await syncsIn(trace)).toBeGreaterThan(0);
});
