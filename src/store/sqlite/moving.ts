import { rm } from 'node:fs/promises';
import { runDirectly } from '../engine.ts';
import type { MovedColumn, MovedDataSet, MovedField, MovedTable, Side, TargetSide } from '../moving/side.ts';
import type { Db } from '../tables.ts';
import { changeAlone, connectToWrite } from './connections.ts';
import { kyselyOn } from './driver.ts';
import { refuseOther } from './migrations.ts';

interface Reading<Result> {
  /** Tells that another process has the database open. */
  readonly refusal: () => Promise<Error>;
  readonly use: (side: Side) => Promise<Result>;
}

/** Reads a database that nobody else can open meanwhile. Its log is empty, so its file may get another name. */
export async function readAlone<Result>(path: string, { refusal, use }: Reading<Result>): Promise<Result> {
  let result: Result | undefined;
  await changeAlone(path, {
    emptiesLog: true,
    refusal,
    change: async (db) => {
      await refuseOther(db, path);
      result = await use(sideOf(db));
    },
  });
  return result as Result;
}

/** Fills a file, which an earlier run may have begun. */
export async function fillFile<Result>(path: string, use: (side: TargetSide) => Promise<Result>): Promise<Result> {
  let connection = await connectToWrite(path);
  const prepare = () => {
    // The references are those of the source, and looked at together at the end.
    connection.pragma('foreign_keys = OFF');
    // Closing the file syncs it.
    connection.pragma('synchronous = NORMAL');
    return kyselyOn(connection);
  };
  let db = prepare();
  const side: TargetSide = {
    ...sideOf(db),
    get db() {
      return db;
    },
    dataSets: () => dataSetsOf(db),
    holdsNul: true,
    async setLastNumber(table, _column, last) {
      await setSequence(db, table, last);
    },
    async empty() {
      connection.close();
      await removeLog(path);
      await rm(path);
      connection = await connectToWrite(path);
      db = prepare();
    },
  };
  try {
    const result = await use(side);
    const [broken] = await runDirectly<{ table: string }>(
      db,
      'select "table" from pragma_foreign_key_check limit 1',
      [],
    );
    if (broken) throw new Error(`Rows of ${broken.table} name rows that are missing`);
    return result;
  } finally {
    connection.close();
  }
}

/** Removes an empty log, or that of a file that goes too. */
export async function removeLog(path: string): Promise<void> {
  for (const end of ['-shm', '-wal']) await rm(`${path}${end}`, { force: true });
}

const sideOf = (db: Db): Side => ({
  db,
  dataSets: () => dataSetsOf(db),
  async lastNumber(table, column) {
    const sequence = await runDirectly<{ seq: number }>(db, 'select seq from sqlite_sequence where name = ?', [table]);
    const [row] = await runDirectly<{ last: number | null }>(db, `select max(${column}) as last from ${table}`, []);
    return Math.max(sequence[0]?.seq ?? 0, row?.last ?? 0);
  },
});

const kinds: Readonly<Record<string, MovedColumn['kind']>> = { text: 'text', blob: 'bytes' };

/** The tables of every workspace. Their references are not looked at before all are filled. */
export async function tablesOf(db: Db): Promise<MovedTable[]> {
  const columns = await runDirectly<{ table: string; name: string; type: string; place: number }>(
    db,
    `select listed.name as "table", columns.name, lower(columns.type) as type, columns.pk as place
      from pragma_table_list as listed cross join pragma_table_info(listed.name) as columns
      where listed.schema = 'main' and listed.type = 'table'
        and not (listed.name glob 'sqlite_*' or listed.name glob 'data_[0-9]*')
      order by listed.name, columns.cid`,
    [],
  );
  return Array.from(
    Map.groupBy(columns, ({ table }) => table),
    ([name, ofTable]) => ({
      name,
      columns: ofTable.map((column) => ({ name: column.name, kind: kinds[column.type] ?? 'number' })),
      key: ofTable
        .filter(({ place }) => place > 0)
        .sort((one, other) => one.place - other.place)
        .map((column) => column.name),
    }),
  );
}

export async function dataSetsOf(db: Db): Promise<MovedDataSet[]> {
  const tables = await runDirectly<{ name: string }>(
    db,
    "select name from sqlite_schema where type = 'table' and name glob 'data_[0-9]*'",
    [],
  );
  const found: MovedDataSet[] = [];
  for (const { name } of tables) {
    const columns = await runDirectly<MovedField>(
      db,
      "select name, lower(type) as storage from pragma_table_info(?) where name glob 'f[0-9]*' order by cid",
      [name],
    );
    found.push({ number: Number(name.slice('data_'.length)), fields: columns });
  }
  return found.sort((one, other) => one.number - other.number);
}

/** A table without a sequence goes on behind its highest number. */
async function setSequence(db: Db, table: string, last: number): Promise<void> {
  if (table !== 'data_sets') return;
  await runDirectly(db, 'delete from sqlite_sequence where name = ?', [table]);
  await runDirectly(db, 'insert into sqlite_sequence (name, seq) values (?, ?)', [table, last]);
}
