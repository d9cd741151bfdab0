import { LRUCache } from 'lru-cache';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import { pathInChannel } from '../../../schemas/urls.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { presentVia, selectAgent } from '../../store/via.ts';
import { channelIsReadable, isLive, type Reader, viewIsLive } from '../operation/access.ts';
import { readableChannelId } from '../channels/channels.ts';
import { calendarIn } from '../operation/calendar.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { dataSetColumns, mostKnownCharacters, withKnownFields } from '../operation/data-set-catalogue.ts';
import { theOnlyIn } from '../operation/names/names.ts';
import { readerOf } from '../operation/reader.ts';
import { viewsNamed } from './named-sql.ts';

/** A View as it was last saved, on its Data Set as it stands. */
export interface SavedView {
  readonly id: string;
  readonly versionId: string;
  readonly dataSet: CatalogueDataSet;
  readonly definition: ViewDefinition;
}

/** Views with their current versions. */
export const viewRows = (db: Db) =>
  db
    .selectFrom('views')
    .innerJoin('view_versions as version', 'version.id', 'views.current_version_id')
    .innerJoin('channels', 'channels.id', 'views.channel_id')
    .innerJoin('data_sets', 'data_sets.number', 'views.data_set')
    .innerJoin('users as creator', 'creator.id', 'views.created_by')
    .innerJoin('users as updater', 'updater.id', 'version.created_by')
    .select([
      'views.id',
      'views.slug',
      'views.channel_id',
      'views.data_set',
      'views.created_at',
      'views.created_by',
      'version.id as version_id',
      'version.number as version_number',
      'version.name',
      'version.renderer',
      'version.definition',
      'version.interface',
      selectAgent('version.agent'),
      'version.created_at as updated_at',
      'version.created_by as updated_by',
      'channels.slug as channel_slug',
      'data_sets.id as object_type_id',
      'creator.name as creator_name',
      'updater.name as updater_name',
    ]);

const findView = prepared((db, by: { channelId: string; view: string }) =>
  viewRows(db)
    .where(viewIsLive)
    .where('views.channel_id', '=', by.channelId)
    .where((eb) => eb.or([eb('views.id', '=', by.view), eb('views.slug', '=', by.view)])),
);

export type ViewRow = Awaited<ReturnType<typeof findView>>[number];

/** A View of a channel by its ID, slug or name. */
export async function viewIn(db: Db, channelId: string, view: string): Promise<ViewRow> {
  const [row] = await findView(db, { channelId, view });
  if (row) return row;
  const id = await theOnlyIn('View of this channel', view, (name) => viewsNamed(db, { channelId, name }));
  return (await findView(db, { channelId, view: id }))[0]!;
}

/** Reads a View with everything needed to evaluate it. It is one statement, because every page reads it. */
const findToRead = prepared((db, by: Reader & { channel: string; view: string }) =>
  db
    .selectFrom('views')
    .innerJoin('data_sets', 'data_sets.number', 'views.data_set')
    .innerJoin('channels', 'channels.id', 'views.channel_id')
    .innerJoin('organizations', 'organizations.id', 'channels.organization_id')
    .select([...dataSetColumns, 'views.id as view_id', 'views.current_version_id', 'time_zone'])
    .where((eb) => eb.or([eb('channels.id', '=', by.channel), eb('channels.slug', '=', by.channel)]))
    .where((eb) => eb.or([eb('views.id', '=', by.view), eb('views.slug', '=', by.view)]))
    .where(viewIsLive)
    .where(channelIsReadable(by)),
);

/** A View of a channel that the caller can see, ready to be evaluated now. */
export async function readableView(
  db: Db,
  context: Context,
  channel: string,
  view: string,
): Promise<{ view: SavedView; calendar: Calendar }> {
  const [row] = await findToRead(db, { ...readerOf(context.caller), channel, view });
  if (!row) {
    const channelId = await readableChannelId(db, context, channel);
    return readableView(db, context, channelId, (await viewIn(db, channelId, view)).id);
  }
  return {
    view: {
      id: row.view_id,
      versionId: row.current_version_id,
      dataSet: await withKnownFields(db, row),
      definition: await knownDefinition(db, row.current_version_id),
    },
    calendar: calendarIn(row.time_zone, context),
  };
}

/** The current version of every View on a Data Set, the oldest View's first. */
export async function versionsOn(db: Db, dataSet: number): Promise<string[]> {
  const views = db
    .selectFrom('views')
    .select('current_version_id')
    .where('data_set', '=', dataSet)
    .where(isLive('views'));
  return (await views.orderBy('id').execute()).map((view) => view.current_version_id);
}

export function presentView(context: Context, row: ViewRow): View {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    objectTypeId: row.object_type_id,
    channelId: row.channel_id,
    renderer: row.renderer,
    definition: { ...definitionOf(row) },
    currentVersionId: row.version_id,
    versionNumber: row.version_number,
    url: pageUrl(context, pathInChannel(row.channel_slug, 'view', row.slug)),
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.creator_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updater_name },
    ...presentVia(row),
  };
}

export const definitionOf = ({ definition }: Pick<ViewRow, 'definition'>): ViewDefinition =>
  JSON.parse(definition) as ViewDefinition;

export async function definitionOfVersion(db: Db, versionId: string): Promise<ViewDefinition> {
  const [version] = await findDefinition(db, { versionId });
  return definitionOf(version!);
}

const findDefinition = prepared((db, by: { versionId: string }) =>
  db.selectFrom('view_versions').select('definition').where('id', '=', by.versionId),
);

/** By version, which never changes. */
const knownDefinitions = new LRUCache<string, { readonly definition: ViewDefinition; readonly length: number }>({
  maxSize: mostKnownCharacters,
  sizeCalculation: ({ length }) => length,
});

async function knownDefinition(db: Db, versionId: string): Promise<ViewDefinition> {
  const known = knownDefinitions.get(versionId);
  if (known) return known.definition;
  const [version] = await findDefinition(db, { versionId });
  const definition = definitionOf(version!);
  knownDefinitions.set(versionId, { definition, length: version!.definition.length });
  return definition;
}
