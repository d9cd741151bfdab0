import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Workspace } from '../schemas/index.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, once, timed } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';
import { insertion, rawCopy, rowsOfOne } from './support/raw-rows.ts';

const turns = 60;
const writesPerTurn = 10;
const content = 'Sphinx of black quartz, judge my vow. The five boxing wizards jump quickly.\n\n'
  .repeat(60)
  .slice(0, 4_096);

/** Creating a 4 KiB artifact beside raw better-sqlite3 that writes the same rows. Each is one synced transaction. */
export async function write(folder: string): Promise<Figure[]> {
  const { workspace, databasePath, close } = await openLocalWorkspace(join(folder, 'ours'));
  const create = () =>
    workspace.artifacts.create({ kind: 'markdown', title: 'Four kibibytes', content, idempotencyKey: randomUUID() });
  // The first text of somebody makes their home in the index, which no other does.
  await create();
  const rows = await rowsOfOne(databasePath, create);
  const raw = await rawCopy(databasePath, join(folder, 'raw'));
  const insert = insertion(raw, rows);
  const turn = (work: () => unknown) => async () => {
    const microseconds: number[] = [];
    for (let index = 0; index < writesPerTurn; index += 1) microseconds.push(1_000 * (await timed(work)));
    return median(microseconds);
  };
  const measured = await inPairs(turns, { ours: turn(create), baseline: turn(insert) });
  await close();
  raw.close();
  return [{ name: '4 KiB artifact: median time', ...measured, unit: 'µs', bound: { atMost: 1.5 } }];
}

/** 32 creates at once leave 32 artifacts. */
export async function concurrentCreates(folder: string): Promise<Figure[]> {
  const { workspace, close } = await openLocalWorkspace(join(folder, 'concurrent'));
  const titles = Array.from({ length: 32 }, (_, index) => `Artifact ${index}`);
  await Promise.all(titles.map((title) => workspace.artifacts.create({ kind: 'markdown', title, content })));
  const left = await count(workspace);
  await close();
  return [{ name: '32 concurrent creates: artifacts left', ...once(left, 32), unit: '', bound: { atLeast: 1 } }];
}

async function count(workspace: Workspace): Promise<number> {
  return (await workspace.artifacts.list({ limit: 200 })).artifacts.length;
}
