import { WorkspaceError } from '../../../schemas/errors.ts';
import { dataTable } from '../data-tables/data-tables.ts';
import { engineOf, runDirectly } from '../engine.ts';
import type { Db } from '../tables.ts';
import type { Row } from './side.ts';

/** Long keys of sources are digests on a server, and as they are in a file. */
export const keyTable = 'source_rows';

/** A row as a server has it. */
export const asOnServer =
  (server: Db) =>
  (row: Row): Row => ({ ...row, key: engineOf(server).sourceKey(String(row['key'])) });

/** A row as a file has it. A digest is that of some value of the record. */
export async function asInFile(server: Db, row: Row): Promise<Row> {
  const engine = engineOf(server);
  const key = String(row['key']);
  // A digest would be digested again.
  if (engine.sourceKey(key) === key) return row;
  const table = dataTable(Number(row['data_set']));
  const [record] = await runDirectly<Row>(server, `select * from ${table} where id = ?`, [row['record_id']]);
  const known = Object.values(record ?? {}).find(
    (value) => typeof value === 'string' && engine.sourceKey(value) === key,
  );
  if (known === undefined || known === null) throw unknownKey(String(row['record_id']));
  return { ...row, key: known };
}

const unknownKey = (record: string) =>
  new WorkspaceError(
    'unavailable',
    `The key of ${record} in its source is long and stands in none of its fields. A file cannot have it; nothing was changed.`,
  );
