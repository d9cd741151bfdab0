import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalWorkspace } from '../support/core.ts';
import { readData } from './data.ts';
import { sheetOf } from './sheets.ts';
const data = readData(process.argv[2]!);
const folder = mkdtempSync(join(tmpdir(), 'q-'));
const { workspace, close } = await openLocalWorkspace(join(folder, 'data'));
const t0 = performance.now();
const out: string[] = []; let bad = 0;
for (const [id, csv] of data.tables) {
  const sheet = await sheetOf(workspace, id, csv);
  if (!sheet) { bad++; continue; }
  out.push(JSON.stringify({ id, fields: sheet.grid.fields, rows: sheet.grid.rows, isWhole: sheet.isWhole, columns: [...sheet.grid.columns].map(([k, v]) => [k, v.map((x) => x ?? null)]) }));
}
writeFileSync('/tmp/wtq-grids.jsonl', out.join('\n'));
console.log(out.length, bad, ((performance.now() - t0) / 1000).toFixed(1));
await close();
