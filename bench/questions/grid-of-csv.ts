import { parse } from 'csv-parse/sync';
import { columnNames, ColumnInference } from '../../src/workspace/csv-columns.ts';
import type { Cell, Grid, TableField } from '../../src/answer/table/grid.ts';

const months = 'january february march april may june july august september october november december'.split(' ');
export function gridOfCsv(csv: string): Grid {
  const [headers = [], ...rows] = parse(csv, { relax_column_count: true }) as string[][];
  const names = columnNames(headers.map((h) => h.replaceAll('\n', ' ')));
  const fields: TableField[] = [{ key: 'row', label: 'Row', type: 'number' }];
  const columns = new Map<string, Cell[]>();
  columns.set('row', rows.map((_, i) => i + 1));
  for (const [index, { key, label }] of names.entries()) {
    const cells = rows.map((row) => row[index] ?? '');
    const inference = new ColumnInference();
    for (const cell of cells) inference.add(cell);
    const { type } = inference.kind();
    fields.push({ key, label, type });
    columns.set(key, cells.map((cell) => (cell === '' ? undefined : type === 'number' ? Number(cell) : type === 'checkbox' ? cell === 'true' : cell)));
    if (!type.endsWith('text')) continue;
    const filled = cells.filter((cell) => cell !== '' && !/^[-–—?]$|^n\/?a$/i.test(cell)).length;
    const dates = cells.map(dateIn);
    const numbers = cells.map(numberIn);
    const count = (list: readonly unknown[]) => list.filter((one) => one !== undefined).length;
    if (filled > 0 && count(dates) >= 0.8 * filled) {
      fields.push({ key: `${key}_date`, label, type: 'date' });
      columns.set(`${key}_date`, dates);
    } else if (filled > 0 && count(numbers) >= 0.7 * filled) {
      fields.push({ key: `${key}_number`, label, type: 'number' });
      columns.set(`${key}_number`, numbers);
    }
  }
  return { fields, rows: rows.length, columns };
}
function numberIn(cell: string): number | undefined {
  const time = /^(\d+):(\d\d(?:\.\d+)?)\b/.exec(cell);
  if (time) return Number(time[1]) * 60 + Number(time[2]);
  const found = /^[^\d\p{L}]{0,3}?([-+−]?\d[\d,]*(?:\.\d+)?)/u.exec(cell);
  if (!found) return undefined;
  const value = Number(found[1]!.replaceAll(',', '').replace('−', '-'));
  return Number.isFinite(value) ? value : undefined;
}
function dateIn(cell: string): string | undefined {
  const iso = /^\d{4}-\d\d-\d\d$/.exec(cell);
  if (iso) return cell;
  const a = /([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})/.exec(cell);
  const b = /(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})/.exec(cell);
  const [m, d, y] = a ? [a[1]!, a[2]!, a[3]!] : b ? [b[2]!, b[1]!, b[3]!] : ['', '', ''];
  if (!m) { // no year
    const c = /^([A-Za-z]{3,9})\.? (\d{1,2})\b/.exec(cell) ?? undefined;
    const e = /^(\d{1,2}) ([A-Za-z]{3,9})\b/.exec(cell) ?? undefined;
    const [mm, dd] = c ? [c[1]!, c[2]!] : e ? [e[2]!, e[1]!] : ['', ''];
    return mm ? iso8601('2000', mm, dd) : undefined;
  }
  return iso8601(y, m, d);
}
function iso8601(y: string, m: string, d: string): string | undefined {
  const month = months.findIndex((name) => name.startsWith(m.toLowerCase()));
  if (month < 0) return undefined;
  return `${y}-${String(month + 1).padStart(2, '0')}-${d.padStart(2, '0')}`;
}
