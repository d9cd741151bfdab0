import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kyselyOn } from '../../src/store/sqlite/driver.ts';
import { migrate } from '../../src/store/sqlite/migrations.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { digestOf, fillings, kept, type Row } from './older-rows.ts';
import { temporaryFolder } from './product.ts';
import { type Connection, connectTo, withDatabase } from './sqlite.ts';

/** A data folder as the release with this schema version left it, with rows of every kind it knew. */
export async function folderOfSchema(version: number): Promise<string> {
  const folder = await temporaryFolder();
  await fillFolder(folder, version);
  return folder;
}

/** The same in a folder that is there. */
export async function fillFolder(folder: string, version: number): Promise<void> {
  const connection = await databaseOfSchema(placesIn(folder).database, version);
  for (const [since, fill] of fillings) if (since <= version) fill(connection);
  connection.close();
  const sha256 = digestOf(kept.bytes);
  const blob = join(placesIn(folder).blobs, sha256.slice(0, 2), sha256);
  await mkdir(dirname(blob), { recursive: true });
  await writeFile(blob, kept.bytes);
}

/** An open database of a schema version with nothing in it. */
async function databaseOfSchema(path: string, version: number): Promise<Connection> {
  const connection = connectTo(path);
  connection.pragma('journal_mode = WAL');
  connection.exec('BEGIN');
  await migrate(kyselyOn(connection), path, version);
  connection.exec('COMMIT');
  return connection;
}

/** Makes the database of a folder what a release of an older schema would have left there. */
export async function backToSchema(folder: string, version: number): Promise<void> {
  const { database } = placesIn(folder);
  const connection = await databaseOfSchema(`${database}-older`, version);
  connection.prepare('attach ? as newer').run(database);
  for (const { name, sql } of tablesOf(connection, 'newer')) {
    if (/^data_\d+$/.test(name)) connection.exec(sql);
    const kept = new Set(columnsOf(connection, 'newer', name));
    const columns = columnsOf(connection, 'main', name)
      .filter((column) => kept.has(column))
      .join(', ');
    if (columns !== '') connection.exec(`insert into main.${name} (${columns}) select ${columns} from newer.${name}`);
  }
  for (const { sql } of dataIndexesOf(connection)) connection.exec(sql);
  connection.exec('detach newer');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  await rm(`${database}-wal`, { force: true });
  await rename(`${database}-older`, database);
}

const tablesOf = (connection: Connection, schema: string) =>
  connection
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from ${schema}.sqlite_schema
       where type = 'table' and name not like 'sqlite_%' and name not glob 'passage_*'`,
    )
    .all();

const dataIndexesOf = (connection: Connection) =>
  connection
    .prepare<[], { sql: string }>(
      "select sql from newer.sqlite_schema where type = 'index' and tbl_name glob 'data_[0-9]*' and sql is not null",
    )
    .all();

const columnsOf = (connection: Connection, schema: string, table: string) =>
  connection.prepare<[string, string], string>('select name from pragma_table_info(?, ?)').pluck().all(table, schema);

export const schemaOf = (dataFolder: string): unknown =>
  withDatabase(dataFolder, (connection) => connection.pragma('user_version', { simple: true }));

/** Every row of every table, but those in which the full-text index keeps its own. */
export const allRows = (dataFolder: string): Record<string, Row[]> =>
  withDatabase(dataFolder, (connection) => {
    const names = connection
      .prepare<[], string>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not glob 'passage_*'",
      )
      .pluck()
      .all();
    const rowsOf = (name: string) => connection.prepare<[], Row>(`select * from ${name}`).all();
    return Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
  });
