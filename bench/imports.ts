import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, timed } from './support/figures.ts';
import { csvOf, importSales, insertRaw, rawDatabase, sales } from './support/sales.ts';

const rowsOfOne = 100_000;
const turns = 7;

/** A CSV file of 100,000 rows becomes a Data Set, beside inserts of the same rows, already parsed, into a typed table. */
export async function imports(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const rows = sales(rowsOfOne);
  const file = csvOf(rows);
  const raw = rawDatabase(join(folder, 'raw.db'));
  const times = { ours: [] as number[], raw: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    // A folder of its own, or the indexing of what was imported before would run beside it.
    const { workspace, close } = await openLocalWorkspace(join(folder, `data-${turn}`));
    times.ours.push(await timed(() => importSales(workspace, 'Sales', [file])));
    await close();
    times.raw.push(await timed(() => insertRaw(raw, `sales_${turn}`, rows)));
  }
  raw.close();
  const speed = (milliseconds: number[]) => rowsOfOne / (median(milliseconds) / 1_000);
  return [
    {
      name: 'import of 100,000 CSV rows: median speed',
      ours: speed(times.ours),
      baseline: speed(times.raw),
      unit: 'rows/s',
      bound: { atLeast: 0.5 },
    },
  ];
}
