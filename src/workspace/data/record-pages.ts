import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Completeness } from '../../../schemas/queries.ts';
import type { CatalogueField, CatalogueTable } from '../../query/catalogue.ts';
import type { Condition, SortKey } from '../../query/plan.ts';
import type { FoundRecord, RecordKey } from '../../query/page-plan.ts';
import { completenessOf, findAnchors, findKey, findRecords } from '../../query/run.ts';
import type { Scan } from '../../store/scan.ts';
import type { Context } from '../operation/context.ts';
import { openPage } from '../operation/paging.ts';
import { withLiveReferences } from '../placing/live-references-sql.ts';

interface RecordPageRequest {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  readonly fields: readonly CatalogueField[];
  readonly limit: number;
  readonly cursor: string | undefined;
  /** All that the records depend on beside the caller: a cursor is valid for these alone. */
  readonly boundTo: Readonly<Record<string, unknown>>;
}

interface RecordPage {
  readonly records: readonly FoundRecord[];
  readonly completeness: Completeness;
  readonly nextCursor?: string | undefined;
}

/** A page of a table's records in a total order. A deep page costs as much as the first. */
export async function recordPage(
  context: Context,
  scan: Scan,
  table: CatalogueTable,
  { boundTo, limit, cursor, ...request }: RecordPageRequest,
): Promise<RecordPage> {
  const page = openPage(context, { ...boundTo, limit, cursor });
  const after = await keyBehind(scan, table, request.sort, page.after);
  const { records, keyAt, isCut } = await findRecords(scan, table, { ...request, after, take: page.take });
  const { rows, nextCursor } = page.close(records, (_record, place) => keyAt(place), {
    isCut,
    shortKeyOf: ({ id }) => [id],
  });
  const shown = await context.database.read((db) => withLiveReferences(db, request.fields, rows));
  return { records: shown, completeness: completenessOf(records.length, limit, 'row_limit', isCut), nextCursor };
}

interface Anchors {
  readonly count: number;
  readonly every: number;
  readonly anchors: { place: number; cursor: string }[];
}

/**
 * Cursors of the pages of an operation at equal distances. A long key is left to be read again from its record, so that
 * many cursors stay short together.
 */
export async function recordAnchors(
  context: Context,
  table: CatalogueTable,
  { boundTo, operation, ...request }: Pick<RecordPageRequest, 'where' | 'sort' | 'boundTo'> & { operation: string },
): Promise<Anchors> {
  const every = limits.anchorRecords * Math.max(1, Math.ceil(table.recordCount / mostAnchored));
  const found = await findAnchors(context.scan, table, { ...request, every });
  const page = openPage({ ...context, operation }, boundTo);
  const count = found.at(-1)?.place ?? 0;
  const anchors = found
    .filter(({ place }) => place < count)
    .map(({ place, key }) => ({ place, cursor: page.cursorBehind(shortKey(key)) }));
  return { count, every, anchors };
}

const mostAnchored = limits.anchorRecords * limits.anchors;

/** A record's ID is the last term of its key. */
const shortKey = (key: RecordKey): RecordKey => (JSON.stringify(key).length > mostCharacters ? key.slice(-1) : key);
const mostCharacters = 200;

/** Where a page begins. A key too long for a cursor is read again from its record. */
async function keyBehind(
  scan: Scan,
  table: CatalogueTable,
  sort: readonly SortKey[],
  after: RecordKey | undefined,
): Promise<RecordKey | undefined> {
  if (after?.length !== 1 || sort.length === 0) return after;
  const key = await findKey(scan, table, sort, String(after[0]));
  if (key) return key;
  throw invalidRequest('/cursor', 'was issued behind a record that has been deleted since; start again without it');
}
