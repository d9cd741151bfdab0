import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { withOwnCode } from '../support/command-runner.ts';
import { patience } from '../support/patience.ts';
import { accessToken, executable, stop, temporaryFolder } from '../support/product.ts';

interface Served {
  readonly url: string;
  readonly process: ChildProcess;
}

/** A gateway whose log goes there. */
async function servedWith(stderr: 'pipe' | number): Promise<Served> {
  const dataFolder = await temporaryFolder();
  await accessToken(dataFolder);
  const args = [executable, 'serve', '--data', dataFolder, '--port', '0', '--rate-limit', '0'];
  const env = withOwnCode('serve', process.env);
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', stderr] });
  onTestFinished(() => stop(child));
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { url: line.replace('workspace listening on ', ''), process: child };
}

/** Each leaves a line in the log. */
async function request({ url }: Served, times: number): Promise<void> {
  for (let done = 0; done < times; done += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        await (await fetch(`${url}/api/workspace/channels`)).arrayBuffer();
      }),
    );
}

const lineBytes = 150;
/** More lines than can wait, in the gateway and in the pipe. */
const tooMany = Math.ceil((3 * limits.logBytesWaiting) / lineBytes / 50) * 50;

interface Line {
  readonly msg: string;
  readonly dropped?: number;
}

const linesOf = (log: string): Line[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('a log that nobody reads keeps nobody waiting; whoever reads it then is told how many lines were dropped', async () => {
  const gateway = await servedWith('pipe');
  await request(gateway, tooMany);
  let log = '';
  (gateway.process.stderr as Readable).setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const told = () => linesOf(log.slice(0, log.lastIndexOf('\n') + 1));
  const droppedOf = (lines: Line[]) => lines.reduce((sum, { dropped = 0 }) => sum + dropped, 0);
  const requestsOf = (lines: Line[]) => lines.filter(({ msg }) => msg === 'request').length;
  await expect.poll(() => requestsOf(told()) + droppedOf(told()), patience).toBeGreaterThanOrEqual(tooMany);
  expect(droppedOf(told())).toBeGreaterThan(0);
  expect(log.indexOf('"dropped"')).toBeGreaterThan(limits.logBytesWaiting - 1_000);
});

test('nor does one whose reader has gone', async () => {
  const gateway = await servedWith('pipe');
  gateway.process.stderr!.destroy();
  await request(gateway, 200);
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
});

test.runIf(process.platform === 'linux')('nor a disk that is full from the start', async () => {
  const gateway = await servedWith(openSync('/dev/full', 'w'));
  await request(gateway, 200);
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
});

test('a file has each line whole', async () => {
  const path = join(await temporaryFolder(), 'log');
  const gateway = await servedWith(openSync(path, 'w'));
  await request(gateway, 100);
  const requests = async () => linesOf(await readFile(path, 'utf8')).filter(({ msg }) => msg === 'request').length;
  await expect.poll(requests, patience).toBe(100);
});
