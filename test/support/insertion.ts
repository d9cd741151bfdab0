import type { Db } from '../../src/store/tables.ts';
import { PendingRows } from '../../src/store/data-tables/pending-rows.ts';
import { insertRows, type NewRow } from '../../src/store/data-tables/row-insertion.ts';
import type { Steps } from '../../src/store/database.ts';
import { raiseLongestText } from '../../src/workspace/operation/data-set-catalogue.ts';

/** Adds rows to the table of a Data Set in one transaction. */
export async function insertAtOnce(
  tx: Db,
  dataSet: number,
  columns: readonly number[],
  rows: Iterable<NewRow>,
  { at, by }: { readonly at: number; readonly by: string },
): Promise<{ count: number; firstId: string }> {
  const pending = new PendingRows(dataSet, at);
  await allOf(pending.begin(tx, 0));
  const count = await allOf(insertRows(tx, pending, columns, rows, { by, interface: null, agent: null }));
  await pending.publish(tx);
  await raiseLongestText(tx, { number: dataSet, characters: pending.longestText });
  return { count, firstId: pending.firstId };
}

async function allOf<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
