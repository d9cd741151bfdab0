import { createHash, hash } from 'node:crypto';
import type { Db } from '../tables.ts';
import { pagesOf } from './rows.ts';
import type { MovedTable, Row } from './side.ts';

interface Figures {
  readonly rows: number;
  /** The digests of all rows together. Their order does not matter. */
  readonly digest: string;
}

/** Counts and digests all rows of a table, in the form that is `told`. */
export async function figuresOf(db: Db, table: MovedTable, told: (row: Row) => Row): Promise<Figures> {
  const sum = Buffer.alloc(32);
  const columns = table.columns.map(({ name }) => name);
  let rows = 0;
  for await (const page of pagesOf(db, table))
    for (const row of page) {
      const digest = digestOf(columns, told(row));
      for (let place = 0; place < sum.length; place += 1) sum[place]! ^= digest[place]!;
      rows += 1;
    }
  return { rows, digest: sum.toString('hex') };
}

const digestOf = (columns: readonly string[], row: Row): Buffer =>
  hash('sha256', JSON.stringify(columns.map((column) => plain(row[column]!))), 'buffer');

const plain = (value: Row[string]): unknown =>
  value instanceof Uint8Array ? { bytes: createHash('sha256').update(value).digest('hex') } : value;
