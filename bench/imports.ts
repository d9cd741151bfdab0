import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, timed } from './support/figures.ts';
import { inPairs } from './support/pairs.ts';
import { csvOf, importSales, insertRaw, rawDatabase, sales } from './support/sales.ts';

const rowsOfOne = 100_000;
const turns = 7;

/**
 * A CSV file of 100,000 rows becomes a Data Set. The baseline inserts the same rows, already parsed, into a typed
 * table.
 */
export async function imports(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const rows = sales(rowsOfOne);
  const file = csvOf(rows);
  const raw = rawDatabase(join(folder, 'raw.db'));
  let turn = 0;
  const speed = (milliseconds: number) => rowsOfOne / (milliseconds / 1_000);
  const measured = await inPairs(turns, {
    async ours() {
      turn += 1;
      // A folder of its own, or the indexing of what was imported before would run beside it.
      const { workspace, close } = await openLocalWorkspace(join(folder, `data-${turn}`));
      const milliseconds = await timed(() => importSales(workspace, 'Sales', [file]));
      await close();
      return speed(milliseconds);
    },
    async baseline() {
      turn += 1;
      return speed(await timed(() => insertRaw(raw, `sales_${turn}`, rows)));
    },
  });
  raw.close();
  return [{ name: 'import of 100,000 CSV rows: median speed', ...measured, unit: 'rows/s', bound: { atLeast: 0.5 } }];
}
