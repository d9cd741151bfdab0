import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Db, Tables } from '../store/tables.ts';

export interface ReferencedBlob {
  readonly sha256: string;
  readonly size: number;
}

/** Whether a row references a blob. */
export async function isReferenced(db: Db, sha256: string): Promise<boolean> {
  const ofFiles = db.selectFrom('files').select('sha256').where('sha256', '=', sha256).limit(1);
  const ofTexts = db.selectFrom('file_texts').select('sha256').where('sha256', '=', sha256).limit(1);
  return ((await ofFiles.executeTakeFirst()) ?? (await ofTexts.executeTakeFirst())) !== undefined;
}

const pageSize = 500;

/** Every referenced blob once, sorted by digest. */
export async function* referencedBlobs(database: Pick<Database, 'read'>): AsyncGenerator<ReferencedBlob, void> {
  let after = '';
  for (;;) {
    const next = (table: keyof Tables) =>
      sql`select * from (select sha256, max(size) as size from ${sql.table(table)} where sha256 > ${after}
        group by sha256 order by sha256 limit ${pageSize}) as referenced`;
    const page = sql<ReferencedBlob>`select sha256, max(size) as size from (${next('files')} union all ${next('file_texts')}) as referenced
      group by sha256 order by sha256 limit ${pageSize}`;
    const { rows } = await database.read((db) => page.execute(db));
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}
