import { WorkspaceError } from '../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { channelIsReadable, isLive, type Reader } from '../operation/access.ts';
import { readableChannelId, writableChannelId } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { dataSetIn, dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { theOnly, theOnlyIn } from '../operation/names/names.ts';
import { readerOf } from '../operation/reader.ts';
import { dataSetsNamed, dataSetsNamedAnywhere } from './named-sql.ts';

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
  const reader = readerOf(caller);
  const [place] = await findPlace(db, { ...reader, id: objectTypeId });
  if (place) return dataSetNumbered(db, place.number);
  const id = await theOnly('Data Set', objectTypeId, (name) => dataSetsNamedAnywhere(db, { ...reader, name }));
  const [found] = await findPlace(db, { ...reader, id });
  return dataSetNumbered(db, found!.number);
}

const findPlace = prepared((db, by: Reader & { id: string }) =>
  db
    .selectFrom('data_sets')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .select('data_sets.number')
    .where('data_sets.id', '=', by.id)
    .where(isLive('data_sets'))
    .where(channelIsReadable(by)),
);

/** Whether the Data Set of a View has a unique name in its channel. */
export async function namesDataSet(
  db: Db,
  view: { readonly channel_id: string; readonly object_type_id: string },
  named: string,
): Promise<boolean> {
  const keyed = await dataSetIn(db, view.channel_id, named);
  if (keyed) return keyed.id === view.object_type_id;
  const found = await dataSetsNamed(db, { channelId: view.channel_id, name: named });
  const exact = found.filter(({ isExact }) => isExact === 1);
  return exact.length === 1 && exact[0]!.id === view.object_type_id;
}

/** A Data Set of a channel by its ID, key or name. */
async function dataSetOf(db: Db, channelId: string, named: string): Promise<CatalogueDataSet> {
  const found = await dataSetIn(db, channelId, named);
  if (found) return found;
  const id = await theOnlyIn('Data Set of this channel', named, (name) => dataSetsNamed(db, { channelId, name }));
  return (await dataSetIn(db, channelId, id))!;
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
