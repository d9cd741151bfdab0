import type { CatalogueDataSet } from '../query/catalogue.ts';
import type { Db } from '../store/database.ts';
import { notFound } from './access.ts';
import type { Handlers } from './call.ts';
import { readableChannelId } from './channels.ts';
import type { Context } from './context.ts';
import { dataSetsIn } from './data-set-catalogue.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('not built yet');
};

export const dataSets: Handlers<'dataSets'> = {
  create: unbuilt,
  update: unbuilt,
  import: unbuilt,
  importRows: unbuilt,
};

/** A Data Set of a channel that the caller can see. */
export async function readableDataSet(
  db: Db,
  context: Context,
  channel: string,
  objectTypeId: string,
): Promise<CatalogueDataSet> {
  const channelId = await readableChannelId(db, context, channel);
  const found = (await dataSetsIn(db, channelId, objectTypeId))[0];
  if (!found) throw notFound('Data Set of this channel');
  return found;
}
