import { sql } from 'kysely';
import { invalidRequest } from '../../../schemas/errors.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { isLive } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId, writableChannelId } from '../channels/channels.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { namesDataSet, readableDataSet } from './data-set-access.ts';
import { once } from '../operation/idempotency.ts';
import { openPage, type Page, shownRows, withinRoom } from '../operation/paging.ts';
import { definitionByKeys } from './names/by-keys.ts';
import { lookUpIn } from './names/people-names.ts';
import { presentView, type ViewRow, viewIn, viewRows } from './saved-views.ts';
import { freeSlug, slugOf } from '../operation/slugs.ts';
import { viewAnchors, viewData } from './view-data.ts';
import { diff, restore, version, versions } from './view-versions/history.ts';
import { addVersion, checkDefinition, saveVersion } from './view-versions/saving.ts';

export const views: Omit<Handlers<'views'>, 'remove'> = {
  list: (context, input) =>
    context.database.read(async (db) => {
      const channelId = await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const find = (behind: Page['after'], take: number) => {
        const [name = '', id = ''] = (behind ?? []).map(String);
        return viewsBehind(db, { channelId, name, id, take });
      };
      const { shown: found, end } = await shownRows(context, page, find, keyOf);
      const { rows: fitting, isCut } = withinRoom(found);
      const { rows, nextCursor } = page.close(fitting, keyOf, { isCut, end });
      const views = await viewsNamed(db, rows);
      return { views: views.map((row) => presentView(context, row)), nextCursor };
    }),

  async create(context, input) {
    const { channelId: channel, idempotencyKey, ...given } = input;
    const answer = await once(context, idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channelId = await writableChannelId(tx, context, channel);
      const dataSet = await readableDataSet(tx, context, channelId, given.objectTypeId);
      const named = { ...given, objectTypeId: dataSet.id };
      const definition = await definitionByKeys(dataSet, lookUpIn(tx, context), named);
      await checkDefinition(tx, context, dataSet, definition);
      const id = newId('view');
      const version = { id: newId('viewv'), viewId: id, number: 1, now: new Date().toISOString(), definition };
      await tx
        .insertInto('views')
        .values({
          id,
          channel_id: channelId,
          data_set: dataSet.number,
          slug: await freeSlug(slugOf(definition.name, 'view'), (slug) => viewSlugIsTaken(tx, channelId, slug)),
          name: definition.name,
          current_version_id: version.id,
          created_at: version.now,
          created_by: caller.userId,
        })
        .execute();
      await addVersion(tx, context, version);
      await audit(tx, caller, 'view.created', id);
      return { view: presentView(context, await viewIn(tx, channelId, id)) };
    });
    context.dataIndexes.refresh(answer.view.objectTypeId);
    return answer;
  },

  get: (context, { channelId, viewId }) =>
    context.database.read(async (db) => {
      const view = await viewIn(db, await readableChannelId(db, context, channelId), viewId);
      return { view: presentView(context, view) };
    }),

  async update(context, input) {
    const { channelId: channel, viewId, expectedCurrentVersionId, idempotencyKey, ...given } = input;
    const answer = await once(context, idempotencyKey, input, async (tx) => {
      const channelId = await writableChannelId(tx, context, channel);
      const current = await viewIn(tx, channelId, viewId);
      await saveVersion(tx, context, current, {
        expectedCurrentVersionId,
        prepared: async () => {
          const dataSet = await dataSetOf(tx, current, given);
          const named = { ...given, objectTypeId: current.object_type_id };
          return { dataSet, definition: await definitionByKeys(dataSet, lookUpIn(tx, context), named) };
        },
        action: 'view.updated',
      });
      return { view: presentView(context, await viewIn(tx, channelId, current.id)) };
    });
    context.dataIndexes.refresh(answer.view.objectTypeId);
    return answer;
  },

  data: viewData,
  anchors: viewAnchors,
  versions,
  version,
  diff,
  restore,
};

async function dataSetOf(tx: Db, view: ViewRow, { objectTypeId }: ViewDefinition): Promise<CatalogueDataSet> {
  const isIts = objectTypeId === view.object_type_id || (await namesDataSet(tx, view, objectTypeId));
  if (isIts) return dataSetNumbered(tx, view.data_set);
  throw invalidRequest('/objectTypeId', `must stay ${view.object_type_id}; for another Data Set, create another View`);
}

interface Place {
  readonly channelId: string;
  readonly name: string;
  readonly id: string;
}

/** The Views behind a place in the list of a channel, and how long they are. Those of a Data Set in the trash are not shown. */
const viewsBehind = prepared((db, by: Place & { take: number }) =>
  db
    .selectFrom('views')
    .crossJoin('view_versions as version')
    .crossJoin('data_sets')
    .select([
      'views.id',
      'views.name',
      sql<number>`octet_length(version.definition)`.as('bytes'),
      sql<0 | 1>`cast(${isLive('data_sets')} as integer)`.as('is_shown'),
    ])
    .where('views.channel_id', '=', by.channelId)
    .where('views.trashed_at', 'is', null)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('views.name', 'views.id'), '>', tuple(by.name, by.id)))
    .whereRef('version.id', '=', 'views.current_version_id')
    .whereRef('data_sets.number', '=', 'views.data_set')
    .orderBy('views.name')
    .orderBy('views.id')
    .limit(by.take),
);

const keyOf = ({ name, id }: { readonly name: string; readonly id: string }) => [name, id];

const viewsNamed = (db: Db, views: readonly { id: string }[]) =>
  viewRows(db)
    .where('views.id', 'in', eachOf(JSON.stringify(views.map(({ id }) => id))))
    .orderBy('version.name')
    .orderBy('views.id')
    .execute();

export async function viewSlugIsTaken(tx: Db, channelId: string, slug: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('views')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return taken !== undefined;
}
