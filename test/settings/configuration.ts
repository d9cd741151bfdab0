import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { runAfterOthers } from '../support/command-runner.ts';
import { commandHere, pipeIntoWorkspace, temporaryFolder } from '../support/product.ts';

/** A configuration file in a folder of its own. */
export async function fileOf(content: string | object, { name = 'workspace.toml', mode = 0o644 } = {}) {
  const file = join(await temporaryFolder(), name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  return file;
}

export const jsonOf = (content: string | object, mode?: number) => fileOf(content, { name: 'workspace.json', mode });

/** Sets a variable until the test is over. */
export function setVariable(name: string, value: string): void {
  vi.stubEnv(`WORKSPACE_${name}`, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Runs `workspace serve` with a wrong configuration; returns its sentences, one a mistake. */
export async function mistakesOf(file: string, ...args: string[]): Promise<string[]> {
  const command = ['serve', '--config', file, ...args];
  const { status, stdout, stderr } = await runAfterOthers(commandHere('', ...command));
  if (status !== 1 || stdout !== '') throw new Error(`status ${status}: ${stdout}${stderr}`);
  return stderr.trimEnd().split('\n');
}

/** Whether a configuration has no mistake: with it the command adds a workspace to a host without starting anything. */
export async function accepts(file: string): Promise<boolean> {
  const { status, stderr } = await pipeIntoWorkspace('', 'mcp', 'config', '--host', 'cursor', '--config', file);
  if (status !== 0 && status !== 2) throw new Error(stderr);
  return status === 0;
}
