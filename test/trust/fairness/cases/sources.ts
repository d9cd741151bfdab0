import { writeFile } from 'node:fs/promises';
import { runWorkspace } from '../../../support/product.ts';
import type { Case, Stage } from '../case.ts';
import { times } from './pit.ts';

interface Connected {
  readonly dataFolder: string;
  readonly file: string;
  readonly rows: number;
}

/** Rows of one long text, or fewer of them, as of some version. */
const csvOf = (rows: number, version: number): string => {
  const text = `version ${version} `.repeat(4_000);
  return ['Key,Text', ...times(rows, (row) => `k${row},${text}${row}`), ''].join('\n');
};

async function connected({ dataFolder, long }: Stage): Promise<Connected> {
  const rows = long ? 2_000 : 300;
  const file = `${dataFolder}.csv`;
  await writeFile(file, csvOf(rows, 0));
  const source = ['--channel', 'general', '--name', 'Connected', '--csv', file, '--key', 'Key'];
  const { status, stderr } = await runWorkspace('admin', 'sources', 'add', '--data', dataFolder, ...source);
  if (status !== 0) throw new Error(stderr);
  return { dataFolder, file, rows };
}

/** A source is synchronised in a process of its own, which locks the database of the gateway. */
const sources: Case<Connected> = {
  name: 'sources',
  does: 'changes each row of a connected source and removes nearly all, again and again, and synchronises it',
  slower: 2,
  prepare: connected,
  attacks: [
    (hostile, { dataFolder, file, rows }) =>
      hostile.keep(1, async (number) => {
        await writeFile(file, csvOf(number % 3 === 2 ? 10 : rows, number));
        const { status } = await runWorkspace('admin', 'sources', 'sync', '--data', dataFolder);
        hostile.count(status === 0 ? 'synchronised' : 'not synchronised');
      }),
  ],
};

export const ofSources = [sources];
