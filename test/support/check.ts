import { expect } from 'vitest';
import { runWorkspace } from './product.ts';

/** What `workspace admin check` says of a data folder. */
export async function check(dataFolder: string) {
  const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--json', '--data', dataFolder);
  return {
    status,
    stderr,
    ...(JSON.parse(stdout || '{}') as { ok?: boolean; problems?: string[]; advice?: string[] }),
  };
}

export const sound = { status: 0, stderr: '', ok: true, problems: [] };

export async function expectSound(dataFolder: string): Promise<void> {
  expect(await check(dataFolder)).toEqual(sound);
}
