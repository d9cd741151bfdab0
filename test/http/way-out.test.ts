import { spawn, spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { executable, listening, stop, temporaryFolder } from '../support/product.ts';

const alone = ['--map-root-user', '--net'];
const canBeAlone = spawnSync('unshare', [...alone, 'true']).status === 0;

/** The log of a gateway at its start, on a machine without a network. */
async function logOf(...args: string[]): Promise<string> {
  const gateway = ['serve', '--data', await temporaryFolder(), '--host', '0.0.0.0', '--port', '0'];
  const command = [...alone, process.execPath, executable, ...gateway, ...args];
  const child = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => stop(child));
  const { log } = await listening(child);
  await stop(child);
  return log();
}

test.runIf(canBeAlone)('documents of clients that cannot be fetched are told at the start', async () => {
  const publicUrl = ['--public-url', 'http://127.0.0.1:8787'];
  expect(await logOf(...publicUrl, '--allow-client-documents')).toContain('--allow-client-documents has no effect');
  expect(await logOf(...publicUrl)).not.toContain('client-documents');
});
