import type { View, ViewDefinition } from '../../schemas/views.ts';
import type { CatalogueDataSet } from '../query/catalogue.ts';
import type { Calendar } from '../query/dates.ts';
import type { Db } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { channelIsReadable, notFound, type Reader } from './access.ts';
import { readableChannelId } from './channels.ts';
import type { Context } from './context.ts';
import { dataSetColumns, withKnownFields } from './data-set-catalogue.ts';
import { readerOf } from './reader.ts';

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
      'version.created_at as updated_at',
      'version.created_by as updated_by',
      'channels.slug as channel_slug',
      'data_sets.id as object_type_id',
      'creator.name as creator_name',
      'updater.name as updater_name',
    ]);

const findView = prepared((db, by: { channelId: string; view: string }) =>
  viewRows(db)
    .where('views.channel_id', '=', by.channelId)
    .where((eb) => eb.or([eb('views.id', '=', by.view), eb('views.slug', '=', by.view)])),
);

export type ViewRow = Awaited<ReturnType<typeof findView>>[number];

/** A View of a channel by its ID or slug. */
export async function viewIn(db: Db, channelId: string, view: string): Promise<ViewRow> {
  const [row] = await findView(db, { channelId, view });
  if (!row) throw noView();
  return row;
}

const noView = () => notFound('View of this channel');

/** A View with all that it takes to evaluate it, in one statement, for this is read with every page. */
const findToRead = prepared((db, by: Reader & { channel: string; view: string }) =>
  db
    .selectFrom('views')
    .innerJoin('data_sets', 'data_sets.number', 'views.data_set')
    .innerJoin('channels', 'channels.id', 'views.channel_id')
    .innerJoin('organizations', 'organizations.id', 'channels.organization_id')
    .select([...dataSetColumns, 'views.id as view_id', 'views.current_version_id', 'time_zone'])
    .where((eb) => eb.or([eb('channels.id', '=', by.channel), eb('channels.slug', '=', by.channel)]))
    .where((eb) => eb.or([eb('views.id', '=', by.view), eb('views.slug', '=', by.view)]))
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
    await readableChannelId(db, context, channel);
    throw noView();
  }
  return {
    view: {
      id: row.view_id,
      versionId: row.current_version_id,
      dataSet: await withKnownFields(db, row),
      definition: await knownDefinition(db, row.view_id, row.current_version_id),
    },
    calendar: { now: Date.now(), timeZone: row.time_zone },
  };
}

/** Every definition that stands on a Data Set, the oldest View's first. */
export async function definitionsOn(db: Db, dataSet: number): Promise<ViewDefinition[]> {
  const rows = await viewRows(db).where('views.data_set', '=', dataSet).orderBy('views.id').execute();
  return rows.map(definitionOf);
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
    url: `${context.publicUrl()}/channels/${row.channel_slug}/views/${row.slug}`,
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.creator_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updater_name },
  };
}

const definitionOf = ({ definition }: Pick<ViewRow, 'definition'>): ViewDefinition =>
  JSON.parse(definition) as ViewDefinition;

const findDefinition = prepared((db, by: { versionId: string }) =>
  db.selectFrom('view_versions').select('definition').where('id', '=', by.versionId),
);

interface KnownDefinition {
  readonly versionId: string;
  readonly definition: ViewDefinition;
  /** Characters of its JSON. */
  readonly size: number;
}

const mostKnownCharacters = 4_000_000;
let knownCharacters = 0;
/** By View. */
const known = new Map<string, KnownDefinition>();

/** A version never changes, so it is read once while its View is; an older one and the oldest Views make room. */
async function knownDefinition(db: Db, viewId: string, versionId: string): Promise<ViewDefinition> {
  const last = known.get(viewId);
  if (last?.versionId === versionId) return last.definition;
  const [version] = await findDefinition(db, { versionId });
  const read = { versionId, definition: definitionOf(version!), size: version!.definition.length };
  forgetDefinition(viewId);
  known.set(viewId, read);
  knownCharacters += read.size;
  for (const oldest of known.keys()) {
    if (knownCharacters <= mostKnownCharacters) break;
    forgetDefinition(oldest);
  }
  return read.definition;
}

function forgetDefinition(viewId: string): void {
  knownCharacters -= known.get(viewId)?.size ?? 0;
  known.delete(viewId);
}
