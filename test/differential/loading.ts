import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import type { DataSet } from '../../schemas/data-sets.ts';
import { type Field, numberTypes } from '../../schemas/fields.ts';
import { dataTable } from '../../src/store/data-tables/data-tables.ts';
import { form } from '../support/forms.ts';
import { inStorage } from '../support/storage.ts';
import type { ZonedGateway } from './gateway.ts';
import type { Row, Table, Value } from './table.ts';

export const channel = 'general';

export interface CsvSample {
  readonly name: string;
  readonly csv: string;
  /** Header → type, as the import takes it. */
  readonly types?: Readonly<Record<string, string>>;
}

/** The Data Set that an import makes of a CSV file, and its cells as the file has them. */
export async function imported(gateway: ZonedGateway, sample: CsvSample): Promise<Table> {
  const { name, csv, types } = sample;
  const body = form(['name', name], ...(types ? [['types', JSON.stringify(types)] as [string, string]] : []), [
    'file',
    new Blob([csv], { type: 'text/csv' }),
    `${name}.csv`,
  ]);
  const answer = await gateway.account.done(`POST /channels/${channel}/data-sets/import`, body);
  const { dataSet, imported: count } = answer as unknown as { dataSet: DataSet; imported: number };
  const lines = parse(csv, { bom: true, skip_empty_lines: true, relax_column_count_less: true }).slice(1);
  if (count !== lines.length) throw new Error(`${name}: ${lines.length} rows became ${count} records.`);
  const rows = await systemValues(gateway, dataSet.objectTypeId);
  return tableOf(gateway, dataSet.objectTypeId, (fields) =>
    rows.map((row, index) => ({
      id: row.id,
      values: { ...row.values, ...cellsOf(lines[index]!, fields) },
    })),
  );
}

/** The table of a Data Set of the inspected channel. */
export async function tableOf(
  gateway: ZonedGateway,
  objectTypeId: string,
  rows: (fields: readonly Field[]) => readonly Row[],
): Promise<Table> {
  const { channel: inspected } = await gateway.account.done(`GET /channels/${channel}`);
  const { id, dataSets } = inspected as unknown as { id: string; dataSets: DataSet[] };
  const { name, fields } = dataSets.find((candidate) => candidate.objectTypeId === objectTypeId)!;
  return { name, channelId: id, objectTypeId, fields, rows: rows(fields) };
}

const cellsOf = (line: readonly string[], fields: readonly Field[]): Record<string, Value> =>
  Object.fromEntries(line.map((cell, index) => [fields[index]!.key, valueOf(fields[index]!, cell)]));

function valueOf({ type, options }: Field, cell: string): Value {
  if (cell === '') return undefined;
  if (numberTypes.has(type)) return Number(cell);
  if (type === 'checkbox') return cell === 'true';
  if (type === 'date_time') return new Date(cell).toISOString();
  return options?.choices?.find(({ key, label }) => key === cell || label === cell)?.key ?? cell;
}

interface Stored {
  readonly id: string;
  readonly title: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly updated_at: number | null;
}

/**
 * The values that the product sets in every record: ID, title, times and maker. The records are in the order of
 * creation.
 */
export async function systemValues({ dataFolder }: ZonedGateway, objectTypeId: string): Promise<Row[]> {
  return inStorage(dataFolder, async (tx) => {
    const { number } = await tx
      .selectFrom('data_sets')
      .select('number')
      .where('id', '=', objectTypeId)
      .executeTakeFirstOrThrow();
    const select = sql<Stored>`select id, title, created_at, created_by, updated_at from ${sql.id(dataTable(number))} order by id`;
    const { rows } = await select.execute(tx);
    return rows.map(({ id, title, created_at, created_by, updated_at }) => ({
      id,
      values: {
        title,
        created_by,
        created_at: new Date(created_at).toISOString(),
        updated_at: new Date(updated_at ?? created_at).toISOString(),
      },
    }));
  });
}
