import { runDirectly } from '../../engine.ts';
import type { MovedColumn, MovedDataSet, MovedField, MovedTable } from '../../moving/side.ts';
import type { Db } from '../../tables.ts';
import { schema } from '../pool.ts';

interface ColumnInfo {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_numbered: 0 | 1;
  /** Its place in the primary key. */
  readonly place: number | null;
}

/** In the order in which the tables were made. */
const columnsOf = (db: Db, named: string): Promise<ColumnInfo[]> =>
  runDirectly(
    db,
    `select made.relname as "table", attname as name, format_type(atttypid, atttypmod) as type,
        attidentity <> '' as is_numbered, array_position(cast(indkey as int2[]), attnum) as place
      from pg_class as made join pg_attribute on attrelid = made.oid and attnum > 0 and not attisdropped
        left join pg_index on indrelid = made.oid and indisprimary
      where relnamespace = cast('${schema}' as regnamespace) and relkind = 'r' and relname ${named} '^data_[0-9]+$'
        and relname <> 'schema_version'
      order by made.oid, attnum`,
    [],
  );

/** Columns that only this engine has: it makes them itself, or a folder keeps them in a file. */
const ofServer: Readonly<Record<string, readonly string[]>> = {
  installation: ['signing_keys'],
  passages: ['terms', 'counts'],
};

const kinds: Readonly<Record<string, MovedColumn['kind']>> = { text: 'text', json: 'json', bytea: 'bytes' };

/** The tables of every workspace; each follows the tables that it refers to. */
export async function tablesOf(db: Db): Promise<MovedTable[]> {
  const byTable = Map.groupBy(await columnsOf(db, '!~'), ({ table }) => table);
  const names = referredFirst([...byTable.keys()], await referencesOf(db));
  return Array.from(names, (name) => tableOf(name, byTable.get(name)!));
}

interface Reference {
  readonly table: string;
  readonly referred: string;
}

/** Between different tables. */
const referencesOf = (db: Db): Promise<Reference[]> =>
  runDirectly(
    db,
    `select made.relname as "table", other.relname as referred
      from pg_constraint join pg_class as made on made.oid = conrelid join pg_class as other on other.oid = confrelid
      where contype = 'f' and connamespace = cast('${schema}' as regnamespace) and conrelid <> confrelid
      order by made.oid, other.oid`,
    [],
  );

/** A later version of the schema may let a table refer to one that was made after it. */
function referredFirst(names: readonly string[], references: readonly Reference[]): Set<string> {
  const byTable = Map.groupBy(references, ({ table }) => table);
  const placed = new Set<string>();
  const place = (name: string) => {
    if (placed.has(name)) return;
    for (const { referred } of byTable.get(name) ?? []) place(referred);
    placed.add(name);
  };
  names.forEach(place);
  return placed;
}

function tableOf(name: string, columns: readonly ColumnInfo[]): MovedTable {
  return {
    name,
    columns: columns
      .filter((column) => !ofServer[name]?.includes(column.name))
      .map((column) => ({ name: column.name, kind: kinds[column.type] ?? 'number' })),
    key: columns
      .filter(({ place }) => place !== null)
      .sort((one, other) => one.place! - other.place!)
      .map((column) => column.name),
    numbered: columns.find((column) => column.is_numbered === 1)?.name,
  };
}

const storages: Readonly<Record<string, MovedField['storage']>> = { 'double precision': 'real', bigint: 'integer' };

export async function dataSetsOf(db: Db): Promise<MovedDataSet[]> {
  const byTable = Map.groupBy(await columnsOf(db, '~'), ({ table }) => table);
  return Array.from(byTable, ([table, columns]) => ({
    number: Number(table.slice('data_'.length)),
    fields: columns
      .filter(({ name }) => /^f\d+$/.test(name))
      .map(({ name, type }) => ({ name, storage: storages[type] ?? 'text' })),
  })).sort((one, other) => one.number - other.number);
}

export async function lastNumber(db: Db, table: string, column: string): Promise<number> {
  const [row] = await runDirectly<{ name: string }>(db, 'select pg_get_serial_sequence(?, ?) as name', [
    `${schema}.${table}`,
    column,
  ]);
  const [sequence] = await runDirectly<{ last: number }>(
    db,
    `select case when is_called then last_value else 0 end as last from ${row!.name}`,
    [],
  );
  return sequence!.last;
}

export async function setLastNumber(db: Db, table: string, column: string, last: number): Promise<void> {
  await runDirectly(db, `select setval(pg_get_serial_sequence(?, ?), greatest(cast(? as bigint), 1), ?)`, [
    `${schema}.${table}`,
    column,
    last,
    last > 0,
  ]);
}

/** A transaction locks each table that it drops, and a server has room for some thousands of locks. */
const droppedAtOnce = 100;

export async function emptyAll(db: Db): Promise<void> {
  const dataTables = (await dataSetsOf(db)).map(({ number }) => `data_${number}`);
  for (let done = 0; done < dataTables.length; done += droppedAtOnce)
    await runDirectly(db, `drop table ${dataTables.slice(done, done + droppedAtOnce).join(', ')}`, []);
  const names = (await tablesOf(db)).map(({ name }) => name);
  await runDirectly(db, `truncate ${names.join(', ')}`, []);
}

/** The planner knows no sizes of tables that were filled a moment ago. */
export async function analyzeAll(db: Db): Promise<void> {
  const names = (await tablesOf(db)).map(({ name }) => name);
  const dataTables = (await dataSetsOf(db)).map(({ number }) => `data_${number}`);
  for (const name of [...names, ...dataTables]) await runDirectly(db, `analyze ${name}`, []);
}
