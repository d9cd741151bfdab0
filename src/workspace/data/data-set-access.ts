import { WorkspaceError } from '../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { channelIsReadable, isLive, notFound, type Reader } from '../operation/access.ts';
import { readableChannelId, writableChannelId } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { dataSetIn } from '../operation/data-set-catalogue.ts';
import { readerOf } from '../operation/reader.ts';

/** A Data Set of a channel that the caller can see. */
export async function readableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  return dataSetOf(db, await readableChannelId(db, context, channel), objectTypeId);
}

/** A Data Set of a channel that the caller may write to. */
export async function writableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  return dataSetOf(db, await writableChannelId(db, context, channel), objectTypeId);
}

/** A Data Set of any channel that the caller can see. */
export async function dataSetAnywhere(db: Db, { caller }: Context, objectTypeId: string): Promise<CatalogueDataSet> {
  const [place] = await findChannel(db, { ...readerOf(caller), id: objectTypeId });
  if (!place) throw notFound('Data Set');
  return (await dataSetIn(db, place.channelId, objectTypeId))!;
}

const findChannel = prepared((db, by: Reader & { id: string }) =>
  db
    .selectFrom('data_sets')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .select('channels.id as channelId')
    .where('data_sets.id', '=', by.id)
    .where(isLive('data_sets'))
    .where(channelIsReadable(by)),
);

async function dataSetOf(db: Db, channelId: string, objectTypeId: string): Promise<CatalogueDataSet> {
  const found = await dataSetIn(db, channelId, objectTypeId);
  if (!found) throw notFound('Data Set of this channel');
  return found;
}

/** A Data Set that the caller may add records to. */
export async function fillableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  const dataSet = await writableDataSet(db, context, channel, objectTypeId);
  if (!dataSet.readOnly) return dataSet;
  throw new WorkspaceError(
    'read_only_source',
    'The records of this Data Set come from a connected source; add them there. Nothing was imported.',
  );
}
