import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkspace } from '../../src/cli/connection.ts';
import { commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { temporaryFolder } from '../support/product.ts';

/** A gateway that takes what it is sent and answers nothing. */
async function silentGateway() {
  const server = createServer((asked) => void asked.resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked: once(server, 'request') as Promise<[IncomingMessage]> };
}

async function largeFile(folder: string): Promise<string> {
  const path = join(folder, 'large.bin');
  const file = await open(path, 'wx');
  await file.truncate(40_000_000);
  await file.close();
  return path;
}

test.each(['an upload', 'a list'])('%s ends as soon as the command is interrupted', async (what) => {
  const { url, asked } = await silentGateway();
  const interrupted = new AbortController();
  const loginFolder = await temporaryFolder();
  const settings = { url, token: 'token', dataFolder: undefined, loginFolder, keychain: false };
  const intent = { allowWrite: true, signal: interrupted.signal };
  const { workspace } = await openWorkspace(
    settings,
    () => Promise.reject(new Error('No folder was asked for')),
    intent,
  );
  const bytes = new Blob([new Uint8Array(40_000_000)]).stream();
  const call =
    what === 'a list'
      ? workspace.channels.list({})
      : workspace.files.upload({ file: { fileName: 'large.bin', contentType: 'text/plain', bytes } });
  void asked.then(() => interrupted.abort(new Error('Interrupted')));
  await expect(call).rejects.toThrow('Interrupted');
});

test.each([
  ['an upload', async (home: string) => ['files', '--upload', await largeFile(home), '--allow-write']],
  [
    'an import',
    async (home: string) => ['import', await largeFile(home), '--channel', 'general', '--name', 'N', '--allow-write'],
  ],
  ['a list', async () => ['channels']],
])('%s that is interrupted says nothing but its exit status', async (_what, argsIn) => {
  const { url, asked } = await silentGateway();
  const cli = await commandLine({ WORKSPACE_URL: url, WORKSPACE_TOKEN: 'token' });
  const child = cli.start(...(await argsIn(cli.home)));
  const outcome = outcomeOf(child);
  await asked;
  child.kill('SIGINT');
  expect(await outcome).toEqual({ status: 130, stdout: '', stderr: '' });
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a command that waits for what comes on stdin is interrupted too, by %s', async (signal, status) => {
  const { url } = await silentGateway();
  const cli = await commandLine({ WORKSPACE_URL: url, WORKSPACE_TOKEN: 'token' });
  const child = cli.start('post', '--file', '-', '--channel', 'general', '--allow-write');
  const outcome = outcomeOf(child);
  // More than a pipe holds: when it is through, the command is reading.
  await new Promise((resolve) => child.stdin.write(Buffer.alloc(1_000_000), resolve));
  child.kill(signal);
  expect(await outcome).toEqual({ status, stdout: '', stderr: '' });
});
