import { runDirectly } from '../../engine.ts';
import type { Db } from '../../tables.ts';

/** FTS5 then merges any two segments of a level. A search looks into every segment. */
const fewestMerged = 2;
/** Merging them takes some ms. */
const pagesAtOnce = 32;

/** Merges some segments of the index. Returns whether more are left to merge. */
export async function mergeSome(tx: Db): Promise<boolean> {
  if (!(await isConfigured(tx))) await runDirectly(tx, commandOf('usermerge', fewestMerged), []);
  const before = await totalChanges(tx);
  await runDirectly(tx, commandOf('merge', pagesAtOnce), []);
  return (await totalChanges(tx)) - before > changesOfNothing;
}

async function isConfigured(tx: Db): Promise<boolean> {
  const rows = await runDirectly(tx, `select 1 from passage_words_config where k = 'usermerge' and v = ?`, [
    fewestMerged,
  ]);
  return rows.length > 0;
}

/** FTS5 takes integers, and a bound number is none. */
const commandOf = (name: string, value: number) =>
  `insert into passage_words (passage_words, rank) values ('${name}', ${value})`;

/** https://sqlite.org/fts5.html#the_merge_command: fewer than two changes mean that there was nothing to merge. */
const changesOfNothing = 1;

async function totalChanges(tx: Db): Promise<number> {
  const [row] = await runDirectly<{ changes: number }>(tx, 'select total_changes() as changes', []);
  return row!.changes;
}
