import { limits } from '../../../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField } from '../../../query/catalogue.ts';
import type { Condition, SortKey } from '../../../query/plan.ts';
import type { FoundRecord, RecordKey } from '../../../query/page-plan.ts';
import { findRecords } from '../../../query/run.ts';
import { scanFor } from '../../../store/scan.ts';
import type { Context } from '../../operation/context.ts';
import { withLiveReferences } from '../../placing/live-references-sql.ts';
import { readableDataSet } from '../data-set-access.ts';

export interface Exported {
  readonly dataSet: CatalogueDataSet;
  readonly where: Condition;
  readonly sort: readonly SortKey[];
}

/**
 * Every record, a stretch at a time. A stretch shows the records as they then stand, and only while the caller may read
 * them. It begins behind the last record of the one before, so that no record comes twice.
 */
export async function* recordStretches(
  context: Context,
  { dataSet, where, sort }: Exported,
  fields: readonly CatalogueField[],
): AsyncGenerator<readonly FoundRecord[]> {
  let after: RecordKey | undefined;
  for (;;) {
    const now = await context.database.read((db) => readableDataSet(db, context, dataSet.channelId, dataSet.id));
    // Each stretch is a read of its own, which has the time of one.
    const scan = scanFor({ ...context.requester, spentMs: 0 }, context.database);
    const request = { where, sort, fields, after, take: limits.exportedAtOnce };
    const { records, keyAt, isCut } = await findRecords(scan, now, request);
    if (records.length > 0) yield await context.database.read((db) => withLiveReferences(db, fields, records));
    if (records.length < limits.exportedAtOnce && !isCut) return;
    after = keyAt(records.length - 1);
  }
}
