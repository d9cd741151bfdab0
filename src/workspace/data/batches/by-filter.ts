import { invalidRequest, WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { Filters } from '../../../../schemas/queries.ts';
import type { BatchedRecord } from '../../../../schemas/records.ts';
import { type CatalogueDataSet, columnOf } from '../../../query/catalogue.ts';
import { idsSql } from '../../../query/compile.ts';
import { type Condition, planFilters, testedFields } from '../../../query/plan.ts';
import { isUnbounded } from '../../../query/room.ts';
import { countOf, findIds } from '../../../query/run.ts';
import { valuesChangedSince } from '../../../store/data-tables/changed-rows.ts';
import { existingIds, textBytesOf } from '../../../store/data-tables/data-tables.ts';
import { runDirectly } from '../../../store/engine.ts';
import type { Dialect } from '../../../store/dialect.ts';
import type { Db } from '../../../store/tables.ts';
import { inTurnsIfLong } from '../../../turns/turn.ts';
import { calendarOf } from '../../operation/calendar.ts';
import type { Context } from '../../operation/context.ts';
import { once } from '../../operation/idempotency.ts';
import { writableDataSet } from '../data-set-access.ts';
import { clockMs } from '../empty-values.ts';
import { refuseUnknown, toldAsWritten, updateByKeys } from '../names/by-keys.ts';
import { lookUpBy } from '../names/people-names.ts';
import { applyBatch } from './apply.ts';
import { Outdated } from './attempts.ts';
import { preparedUpdate } from './prepared.ts';

type Input = {
  readonly channelId: string;
  readonly objectTypeId: string;
  readonly filters: Filters;
  readonly values: Readonly<Record<string, unknown>>;
  readonly expectedCount: number;
  readonly idempotencyKey?: string | undefined;
};

interface Answer {
  count: number;
  records: BatchedRecord[];
}

/**
 * Changes the records that a filter finds. All records are looked through before the transaction, which others wait for.
 * The transaction tests only the records that have changed since.
 */
export async function updateMany(context: Context, input: Input): Promise<Answer> {
  const { channelId, objectTypeId } = input;
  if (Object.keys(input.values).length === 0) throw invalidRequest('/values', 'names no field to set');
  const { dataSet, calendar } = await context.database.read(async (db) => ({
    dataSet: await writableDataSet(db, context, channelId, objectTypeId),
    calendar: await calendarOf(db, context),
  }));
  const byKeys = await updateByKeys(dataSet, lookUpBy(context), input);
  return toldAsWritten(byKeys, async ({ filters, values, expectedCount }, unknown) => {
    const where = await inTurnsIfLong(planFilters(dataSet, filters, calendar), context.scan.subject);
    const prepared = await preparedUpdate(context, dataSet, values);
    refuseUnknown(unknown);
    const found = await foundBefore(context, dataSet, where);
    refuseOtherCount(found.count, expectedCount);
    return once(context, input.idempotencyKey, input, async (tx) => {
      const now = await writableDataSet(tx, context, dataSet.channelId, dataSet.id);
      if (now.revision !== dataSet.revision) throw new Outdated();
      const ids = await foundNow(tx, context.scan.dialect, now, where, found);
      refuseOtherCount(ids.length, expectedCount);
      return { count: ids.length, records: await applyBatch(tx, context, now, prepared(ids)) };
    });
  });
}

/** The records that a filter found. */
interface Found {
  readonly count: number;
  /** Some of them, if there are more than a batch may have. */
  readonly ids: readonly string[];
  /** All records were looked at no earlier than this. */
  readonly at: number;
}

async function foundBefore({ scan }: Context, dataSet: CatalogueDataSet, where: Condition): Promise<Found> {
  const at = Date.now() - clockMs;
  const ids = await findIds(scan, dataSet, where, limits.batchRecords + 1);
  const count = ids.length <= limits.batchRecords ? ids.length : await countOf(scan, dataSet, where);
  return { ids, count, at };
}

function refuseOtherCount(count: number, expectedCount: number): void {
  if (count === expectedCount) return;
  throw new WorkspaceError(
    'count_changed',
    `The filter finds ${count} records, not ${expectedCount}; nothing was stored. Look at what it finds before you send that count.`,
    { count },
  );
}

/** Tests of changed records that a transaction makes. Beyond, all records are looked through again. */
const mostTests = 100_000;

/** The records that the filter finds in the transaction, in the order of IDs. */
async function foundNow(
  tx: Db,
  dialect: Dialect,
  dataSet: CatalogueDataSet,
  where: Condition,
  { ids, at }: Found,
): Promise<string[]> {
  const changed = (await valuesChangedSince(tx, dataSet.number, 'id', at)).map(({ id }) => id);
  const json = JSON.stringify(changed);
  const tested = testedFields(where);
  const texts = tested.filter(isUnbounded).map(columnOf);
  if (changed.length * (1 + tested.length) > mostTests) throw new Outdated();
  if ((await textBytesOf(tx, dataSet.number, texts, json)) > limits.batchBytes) throw new Outdated();
  const { sql, parameters } = idsSql(dialect, dataSet.rows, where, changed.length, json);
  const matching = (await runDirectly<{ id: string }>(tx, sql, parameters)).map(({ id }) => id);
  const unchanged = new Set(ids).difference(new Set(changed));
  return [...(await existingIds(tx, dataSet.number, JSON.stringify([...unchanged]))), ...matching].sort();
}
