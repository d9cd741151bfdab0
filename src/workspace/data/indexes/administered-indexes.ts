import type { LearnedIndex } from '../../../../schemas/indexes.ts';
import { learnedIndex } from '../../../query/learned-indexes.ts';
import { indexName } from '../../../store/data-tables/data-indexes.ts';
import type { Db } from '../../../store/tables.ts';
import type { Context } from '../../operation/context.ts';
import { dataSetNumbered } from '../../operation/data-set-catalogue.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { openPage } from '../../operation/paging.ts';
import { readerOf } from '../../operation/reader.ts';
import { type LearnedRow, listLearned } from './learned-sql.ts';

export const indexes: Handlers<'indexes'> = {
  async list(context, input) {
    const { caller, database } = context;
    const page = openPage(context, input);
    const [objectTypeId = '', learnedBy = ''] = (page.after ?? []).map(String);
    const found = await database.read((db) =>
      listLearned(db, {
        reader: caller.ownsFolder ? undefined : readerOf(caller),
        after: [objectTypeId, learnedBy],
        limit: page.take,
      }),
    );
    const { rows, nextCursor } = page.close(found, (row) => [row.id, row.learned_by]);
    const names = await database.read((db) => namesOf(db, context, rows));
    const sizes = await sizesOf(context, names);
    return { indexes: rows.map((row, place) => shown(row, sizes.get(names[place]))), nextCursor };
  },
};

const shown = (row: LearnedRow, bytes: number | undefined): LearnedIndex => ({
  organizationId: row.organization_id,
  channelId: row.channel_id,
  objectTypeId: row.id,
  name: row.name,
  learnedBy: row.learned_by,
  learnedAt: row.learned_at,
  lastUsedAt: row.last_used_at,
  uses: row.uses,
  bytes,
});

/** The names of the indexes. Undefined where a Data Set no longer has the field of its index. */
async function namesOf(db: Db, { database }: Context, rows: readonly LearnedRow[]): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (const { data_set, learned_by } of rows) {
    const index = learnedIndex(database.dialect, await dataSetNumbered(db, data_set), learned_by);
    names.push(index && indexName(data_set, index));
  }
  return names;
}

/** Reads all pages of the indexes, so it runs as a heavy query. */
async function sizesOf({ scan }: Context, names: readonly (string | undefined)[]) {
  if (names.length === 0) return new Map<string | undefined, number>();
  const asked = scan.dialect.indexSizes(JSON.stringify(names.filter((name) => name !== undefined)));
  const found = await scan(asked, { rows: Number.POSITIVE_INFINITY });
  return new Map(found.map(([name, bytes]) => [String(name), Number(bytes)]));
}
