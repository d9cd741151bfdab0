import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { copyOf } from './backups.ts';
import { accessToken, executable, startGateway } from './product.ts';
import { accountAt } from './rest.ts';
import { accountWriter } from './writers.ts';

const large = Buffer.alloc(30_000_000, 'a large file\n');

/** A copy of a folder with files so large that writing them takes a while. */
export async function largeCopyOf(dataFolder: string): Promise<string> {
  const folder = await copyOf(dataFolder);
  const gateway = await startGateway(folder);
  const writer = accountWriter(accountAt(gateway.url, await accessToken(folder)));
  for (let number = 0; number < 4; number += 1) await writer.upload('l.bin', Buffer.concat([Buffer.of(number), large]));
  return folder;
}

/** Kills an `admin` command that has written more than one large file below a folder. */
export async function killHalfway(folder: string, args: string[]): Promise<void> {
  const { child, ended } = await startHalfway(folder, args);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Runs an `admin` command until it has written more than one large file below a folder. */
export async function startHalfway(folder: string, args: string[]) {
  const child = spawn(process.execPath, [executable, 'admin', ...args], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  while (child.exitCode === null && (await bytesBelow(folder)) < large.byteLength * 1.5);
  return { child, ended };
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
