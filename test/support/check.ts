import { expect } from 'vitest';
import { problemsIn } from '../../src/commands/admin/check.ts';
import { readConfig } from '../../src/config.ts';
import { runWorkspace } from './product.ts';

/** The result of `workspace admin check` on a data folder. */
export async function check(dataFolder: string, ...args: string[]) {
  const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--json', '--data', dataFolder, ...args);
  return {
    status,
    stderr,
    ...(JSON.parse(stdout || '{}') as { ok?: boolean; problems?: string[]; advice?: string[] }),
  };
}

export const sound = { status: 0, stderr: '', ok: true, problems: [] };

/** The same check without a process for it. */
export async function expectSound(dataFolder: string): Promise<void> {
  expect(await Array.fromAsync(problemsIn(await readConfig({ data: dataFolder })))).toEqual([]);
}
