import { type DataSet, ImportFields, RowImportFields } from '../../../../schemas/data-sets.ts';
import { invalidRequest, WorkspaceError } from '../../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../../query/catalogue.ts';
import type { Db } from '../../../store/tables.ts';
import type { PendingRows } from '../../../store/data-tables/pending-rows.ts';
import { insertRows } from '../../../store/data-tables/row-insertion.ts';
import { viaColumns } from '../../../store/via.ts';
import { Turn } from '../../../turns/turn.ts';
import type { Steps } from '../../../store/database.ts';
import { audit } from '../../operation/audit.ts';
import { calendarOf } from '../../operation/calendar.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { writableChannelId } from '../../channels/channels.ts';
import type { Context } from '../../operation/context.ts';
import {
  headersOf,
  type Pieces,
  recordSteps,
  type RowPlan,
  rowsAsMade,
  rowsInto,
  tableOf,
} from '../../../tables/csv-import.ts';
import { RefusedFile } from '../../../tables/import-mistakes.ts';
import { presentDataSet } from '../../operation/data-set-catalogue.ts';
import { fillableDataSet } from '../data-set-access.ts';
import { checkedRows } from './imported-references.ts';
import { hintOf } from './import-hints.ts';
import { withTable } from './import-sources.ts';
import { enterDataSet, fieldsToBe, reserveDataSet } from '../new-data-sets.ts';
import { onceInStretches, orReplayed, replayed, type Request } from '../../operation/idempotency.ts';
import { addedWhole, type PendingIn, publishRows } from '../row-publication.ts';

/**
 * A file is read twice from disk: first for its fields or mistakes, then to insert its rows. One transaction cannot
 * hold that many rows. Several transactions add them hidden, and the last one shows them all.
 */
export const imports: Pick<Handlers<'dataSets'>, 'import' | 'importRows'> = {
  async import(context, { channelId: channel, ...given }) {
    const mayImport = (db: Db) => writableChannelId(db, context, channel);
    if (given.idempotencyKey === undefined) await context.database.read(mayImport);
    return withTable(context, ImportFields, given, async ({ idempotencyKey, ...wishes }, named, open) => {
      const request = { channelId: channel, ...wishes, ...named };
      return inTurn(context, idempotencyKey, request, async () => {
        await context.database.read(mayImport);
        return open(async ({ pieces, name: ownName }) => {
          const { objectType, name = ownName } = wishes;
          if (name === undefined) throw invalidRequest('/name', 'is required, because the file has no name');
          const { timeZone } = await context.database.read((db) => calendarOf(db, context));
          const table = await tableOf(pieces, { ...wishes, timeZone }, turnFor(context));
          return addedOnce(context, idempotencyKey, request, async function* (tx, pendingIn) {
            const dataSet = async () => ({ channelId: await mayImport(tx), name, objectType, fields: table.fields });
            const number = await reserveDataSet(tx, await dataSet());
            const pending = pendingIn(number);
            yield* pending.begin(tx, table.rowCount);
            const count = yield* addRows(tx, context, pending, pieces, rowsAsMade(fieldsToBe(table.fields), table));
            const made = await enterDataSet(tx, context.caller, await dataSet(), number);
            const published = await publish(tx, context, made, pending, count);
            const hint = await hintOf(tx, made.channelId, published.dataSet, table);
            return { ...published, ...(hint !== undefined && { hint }) };
          });
        });
      });
    });
  },

  async importRows(context, { channelId: channel, objectTypeId, ...given }) {
    const named = (db: Db) => fillableDataSet(db, context, channel, objectTypeId);
    if (given.idempotencyKey === undefined) await context.database.read(named);
    return withTable(context, RowImportFields, given, async ({ idempotencyKey, ...wishes }, table, open) => {
      const request = { channelId: channel, objectTypeId, ...wishes, ...table };
      return inTurn(context, idempotencyKey, request, async () => {
        const before = await context.database.read(named);
        const mayImport = (db: Db) => fillableDataSet(db, context, before.channelId, before.id);
        return open(async ({ pieces, isKeyed }) => {
          const headers = await headersOf(pieces, turnFor(context));
          const { timeZone } = await context.database.read((db) => calendarOf(db, context));
          const planFor = (dataSet: CatalogueDataSet) => rowsInto(dataSet, headers, { ...wishes, timeZone }, isKeyed);
          const plan = planFor(before);
          const begin = () => new RefusedFile();
          const { rowCount, notations, mistakes } = await checkedRows(context, pieces, plan, turnFor(context), begin);
          mistakes.end();
          return addedOnce(context, idempotencyKey, request, async function* (tx, pendingIn) {
            const dataSet = await mayImport(tx);
            const pending = pendingIn(dataSet.number);
            yield* pending.begin(tx, rowCount);
            const count = yield* addRows(tx, context, pending, pieces, { ...planFor(dataSet), notations });
            const now = await mayImport(tx);
            if (now.revision !== dataSet.revision) throw changedMeanwhile();
            return publish(tx, context, now, pending, count);
          });
        });
      });
    });
  },
};

const turnFor = ({ caller }: Context) => new Turn({ subject: caller.userId });

interface Imported {
  dataSet: DataSet;
  imported: number;
  hint?: string;
}

/** One import of a user after the other, unless the key is known. */
function inTurn(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
  work: () => Promise<Imported>,
): Promise<Imported> {
  return context.importTurns.take(
    context.caller.userId,
    async () => (await replayed<Imported>(context, idempotencyKey, request)) ?? work(),
  );
}

/** Adds rows once for each key: where another use of it was answered meanwhile, that is the answer. */
function addedOnce(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
  add: (tx: Db, pendingIn: PendingIn) => Steps<Imported>,
): Promise<Imported> {
  const added = addedWhole(context.database, context.caller, add, (work) =>
    onceInStretches(context, idempotencyKey, request, work),
  );
  return orReplayed(context, idempotencyKey, request, added);
}

async function* addRows(
  tx: Db,
  { caller }: Context,
  pending: PendingRows,
  pieces: Pieces,
  plan: RowPlan,
): Steps<number> {
  const columns = plan.fields.map(({ number }) => number);
  const made = { by: caller.userId, ...(await viaColumns(tx, caller)) };
  return yield* insertRows(tx, pending, columns, recordSteps(pieces, plan), made);
}

/** The transaction from which on everybody sees the rows. */
async function publish(
  tx: Db,
  { caller }: Context,
  dataSet: CatalogueDataSet,
  pending: PendingRows,
  count: number,
): Promise<Imported> {
  await publishRows(tx, dataSet, pending, count);
  await audit(tx, caller, 'data_set.imported', dataSet.id, { subjectId: dataSet.channelId });
  return { dataSet: presentDataSet(dataSet), imported: count };
}

const changedMeanwhile = () =>
  new WorkspaceError(
    'unavailable',
    'The fields or the records of this Data Set were changed by somebody else during the import; nothing was imported. Send the file again.',
  );
