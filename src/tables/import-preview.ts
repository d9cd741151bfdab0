import { limits } from '../../schemas/limits.ts';
import { areTooLong, bytesOfTexts } from '../query/values.ts';
import type { NewRow } from '../store/data-tables/row-insertion.ts';
import type { Turn } from '../turns/turn.ts';
import { type Pieces, recordReader, rowsOf, type RowPlan } from './csv-import.ts';
import { RefusedRows } from './import-mistakes.ts';

/** A row as the record that it would become. */
export interface PreviewedRow extends NewRow {
  readonly row: number;
}

/** The first rows of a file as records. Long ones end it early. A row that is too long, or a cell that does not fit, is left out. */
export async function firstRecords(pieces: Pieces, plan: RowPlan, turn: Turn): Promise<PreviewedRow[]> {
  const record = recordReader(plan);
  const refused = new RefusedRows();
  const records: PreviewedRow[] = [];
  let bytes = 0;
  let row = -1;
  for (const cells of rowsOf(pieces)) {
    await turn.yield();
    if (!cells) continue;
    row += 1;
    if (row === 0 || areTooLong(cells)) continue;
    const read = { row, ...record(cells, row, refused) };
    bytes += bytesOfTexts(read.values);
    if (records.length === limits.previewRows || (bytes > limits.answerBytes && records.length > 0)) break;
    records.push(read);
  }
  return records;
}
