import { versionConflict } from '../../../schemas/errors.ts';
import type { Record } from '../../../schemas/records.ts';
import { pathInChannel } from '../../../schemas/urls.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { timestampOf } from '../../time/dates.ts';
import { recordText } from '../../search/records.ts';
import {
  type DataRow,
  insertRow,
  longestTextOf,
  readRow,
  type RowAuthors,
  updateRow,
} from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { presentVia, viaColumns, viaRow } from '../../store/via.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { writableChannelId } from '../channels/channels.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { dataSetNumbered, raiseLongestText } from '../operation/data-set-catalogue.ts';
import { batches } from './batches/batches.ts';
import { readableDataSet } from './data-set-access.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { attachmentsBefore } from '../placing/attachments.ts';
import { withLiveReferences } from '../placing/live-references-sql.ts';
import { type RecordPlace, readableRecord } from '../placing/record-places.ts';
import {
  count,
  differences,
  findDeleted,
  index,
  insertRecord,
  noteVia,
  readOnlySource,
  reindex,
  trashRecords,
} from './record-rows.ts';
import { toldAsWritten, valuesByKeys } from './names/by-keys.ts';
import { lookUpIn } from './names/people-names.ts';
import { keepSuperseded, presentVersion, supersededVersions, type VersionRow } from './record-history.ts';
import { decodedValues, encodedValues, isSetHere } from './record-values.ts';

export const records: Handlers<'records'> = {
  ...batches,

  get: (context, { channelId, recordId }) =>
    context.database.read(async (db) => {
      const place = await readableRecord(db, context, recordId, channelId);
      return {
        record: await shown(db, context, place, await dataSetNumbered(db, place.dataSet), await rowAt(db, place)),
      };
    }),

  versions: (context, { channelId, recordId, limit, cursor }) =>
    context.database.read(async (db) => {
      const place = await readableRecord(db, context, recordId, channelId);
      const page = openPage(context, { recordId, limit, cursor });
      const before = page.after?.[0];
      const range = { recordId, before: Number(before ?? Number.MAX_SAFE_INTEGER), take: page.take + 1 };
      const earlier = await supersededVersions(db, range);
      const listed = [...(before === undefined ? [currentVersion(await rowAt(db, place), place)] : []), ...earlier];
      const { rows, nextCursor } = page.close(listed.slice(0, page.take), ({ number }) => [number]);
      const dataSet = await dataSetNumbered(db, place.dataSet);
      const previous = new Map(earlier.map((version) => [version.number + 1, version]));
      return { versions: rows.map((row) => presentVersion(dataSet, row, previous.get(row.number))), nextCursor };
    }),

  attachments: (context, { channelId, recordId, limit, cursor }) =>
    context.database.read(async (db) => {
      const place = await readableRecord(db, context, recordId, channelId);
      const page = openPage(context, { recordId, limit, cursor });
      const [type, id] = (page.after ?? []).map(String);
      const before = type === undefined ? undefined : { type, id: id! };
      const { attachments, behind } = await attachmentsBefore(db, context, place.id, { before, take: page.take });
      const end = behind && [behind.type, behind.id];
      const { rows, nextCursor } = page.close(attachments, (one) => [one.resourceType, one.id], { end });
      return { attachments: [...rows], nextCursor };
    }),

  async create(context, input) {
    let isSearchable = true;
    const answer = await once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channelId = await writableChannelId(tx, context, input.channelId);
      const dataSet = await readableDataSet(tx, context, channelId, input.objectTypeId);
      if (dataSet.readOnly) throw readOnlySource();
      const given = await valuesByKeys(dataSet, lookUpIn(tx, context), input.values ?? {});
      const values = await toldAsWritten(given, (byKey) => encodedValues(tx, caller, dataSet, byKey));
      const id = newId('rec');
      await insertRow(tx, dataSet.number, {
        id,
        ...values,
        title: input.title,
        created_at: Date.now(),
        created_by: caller.userId,
        updated_at: null,
        updated_by: null,
        version: 1,
      });
      const via = await viaColumns(tx, caller);
      await insertRecord(tx, { id, data_set: dataSet.number, ...via });
      await count(tx, { dataSet: dataSet.number, more: 1 });
      await raiseLongestText(tx, { number: dataSet.number, characters: longestTextOf(Object.values(values)) });
      await audit(tx, caller, 'record.created', id, { subjectId: dataSet.id, via });
      const place = await readableRecord(tx, context, id);
      const row = await rowAt(tx, place);
      isSearchable = await index(tx, row, recordText(dataSet.fields, row));
      return { record: await shown(tx, context, place, dataSet, row) };
    });
    if (!isSearchable) context.indexer.wake();
    return answer;
  },

  async update(context, input) {
    const answer = await once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channelId = await writableChannelId(tx, context, input.channelId);
      const place = await readableRecord(tx, context, input.recordId, channelId);
      const dataSet = await dataSetNumbered(tx, place.dataSet);
      const row = await rowAt(tx, place);
      if (input.expectedVersionNumber !== undefined && input.expectedVersionNumber !== row.version)
        throw conflictWith(row, place);
      const { title = row.title, values = {} } = input;
      const given = await valuesByKeys(dataSet, lookUpIn(tx, context), values);
      if (dataSet.readOnly && !(title === row.title && isSetHere(dataSet, given.request))) throw readOnlySource();
      const columns = await toldAsWritten(given, (byKey) => encodedValues(tx, caller, dataSet, byKey, row));
      const changes = differences(row, { ...columns, title });
      if (changes.length === 0) return { record: await shown(tx, context, place, dataSet, row) };
      await keepSuperseded(tx, dataSet, row, Object.fromEntries(changes));
      await updateRow(tx, place.dataSet, place.id, {
        ...Object.fromEntries(changes),
        updated_at: Date.now(),
        updated_by: caller.userId,
        version: row.version + 1,
      });
      await raiseLongestText(tx, { number: dataSet.number, characters: longestTextOf(Object.values(columns)) });
      const via = await viaColumns(tx, caller);
      await noteVia(tx, { ids: JSON.stringify([place.id]), ...via });
      await audit(tx, caller, 'record.updated', place.id, { subjectId: dataSet.id, via });
      const changed = await rowAt(tx, place);
      await reindex(tx, dataSet, row, changed);
      return { record: await shown(tx, context, { ...place, ...viaRow(caller) }, dataSet, changed) };
    });
    context.indexer.wake();
    return answer;
  },

  async remove(context, { channelId, recordId, idempotencyKey }) {
    const answer = await once<{ deleted: true }>(context, idempotencyKey, { channelId, recordId }, async (tx) => {
      const channel = await writableChannelId(tx, context, channelId);
      if ((await findDeleted(tx, { recordId, channel })).length > 0) return { deleted: true };
      const place = await readableRecord(tx, context, recordId, channel);
      const dataSet = await dataSetNumbered(tx, place.dataSet);
      if (dataSet.readOnly) throw readOnlySource();
      await trashRecords(tx, context, dataSet, [place.id]);
      return { deleted: true };
    });
    context.indexer.wake();
    return answer;
  },
};

type Row = DataRow & RowAuthors;

async function rowAt(db: Db, { dataSet, id }: RecordPlace): Promise<Row> {
  return (await readRow(db, dataSet, id))!;
}

async function shown(db: Db, context: Context, place: RecordPlace, dataSet: CatalogueDataSet, row: Row) {
  const [record] = await withLiveReferences(db, dataSet.fields, [present(context, place, dataSet, row)]);
  return record!;
}

function present(context: Context, place: RecordPlace, dataSet: CatalogueDataSet, row: Row): Record {
  return {
    id: row.id,
    objectTypeId: dataSet.id,
    channelId: place.channelId,
    title: row.title,
    values: decodedValues(dataSet, row),
    versionNumber: row.version,
    url: pageUrl(context, pathInChannel(place.channelSlug, 'record', place.id)),
    createdAt: timestampOf(row.created_at),
    createdBy: { id: row.created_by, name: row.creator_name },
    ...lastChange(row),
    ...presentVia(place),
  };
}

function lastChange({ created_at, created_by, creator_name, updated_at, updated_by, updater_name }: Row) {
  return {
    updatedAt: timestampOf(updated_at ?? created_at),
    updatedBy: { id: updated_by ?? created_by, name: updater_name ?? creator_name },
  };
}

const currentVersion = (row: Row, { interface: through, agent }: RecordPlace): VersionRow => ({
  number: row.version,
  at: row.updated_at ?? row.created_at,
  user_id: row.updated_by ?? row.created_by,
  user_name: row.updater_name ?? row.creator_name,
  interface: through,
  agent,
});

const conflictWith = (row: Row, place: RecordPlace) =>
  versionConflict(
    { versionNumber: row.version, ...lastChange(row), ...presentVia(place) },
    `Look at the change, then update again with expectedVersionNumber ${row.version}.`,
  );
