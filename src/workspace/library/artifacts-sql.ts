import { type RawBuilder, sql } from 'kysely';
import { type Artifact, ArtifactKind } from '../../../schemas/artifacts.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import type { TextWindow } from '../../../schemas/window.ts';
import { engineOf } from '../../store/engine.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { selectAgent } from '../../store/via.ts';
import type { SheetVersion } from '../../tables/sheets.ts';
import { readableChannelId, roleInChannelOf } from '../channels/channels.ts';
import {
  artifactIsInChannel,
  artifactIsLive,
  artifactIsReadable,
  authorize,
  channelIsReadable,
  isLive,
  notFound,
  readableChannels,
  type Reader,
} from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { newestKeys, thePerson } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';
import { readerOf } from '../operation/reader.ts';

export type ArtifactRow = Awaited<ReturnType<typeof findArtifact>>[number];

const versionColumns = [
  'version.id as version_id',
  'version.number as version_number',
  'version.title',
  'version.size',
  'version.sha256',
  'version.interface',
  selectAgent('version.agent'),
  'version.client_app',
  'version.created_at as updated_at',
  'version.created_by as updated_by',
  'updater.name as updater_name',
] as const;

/** Artifacts as they stand, or as they stood in the one version that is asked for. */
function artifactRows(db: Db, reader: Reader, versionId: string | null = null) {
  return db
    .selectFrom('artifacts')
    .innerJoin('artifact_versions as version', (join) =>
      join
        .on('version.id', '=', sql<string>`coalesce(${versionId}, artifacts.current_version_id)`)
        .onRef('version.artifact_id', '=', 'artifacts.id'),
    )
    .innerJoin('users as creator', 'creator.id', 'artifacts.created_by')
    .innerJoin('users as updater', 'updater.id', 'version.created_by')
    .select([
      'artifacts.id',
      sql<
        string | null
      >`(select channels.id from channels where channels.id = artifacts.channel_id and ${channelIsReadable(reader)})`.as(
        'channel_id',
      ),
      'artifacts.kind',
      'artifacts.created_at',
      'artifacts.created_by',
      ...versionColumns,
      'creator.name as creator_name',
      sql<number>`exists (select 1 from links where links.resource_id = artifacts.id)`.as('is_linked'),
    ])
    .where(artifactIsReadable(reader));
}

const findArtifact = prepared((db, by: Reader & { artifactId: string }) =>
  artifactRows(db, by).where('artifacts.id', '=', by.artifactId),
);

export const findArtifacts = prepared((db, by: Reader & { ids: string }) =>
  artifactRows(db, by).where('artifacts.id', 'in', eachOf(by.ids)).orderBy('artifacts.id', 'desc'),
);

/**
 * The artifacts that the reader made or that are in channels they read. With a channel, its own and attached artifacts.
 */
export const newestIds = newestKeys<ListFilters>(({ channelId, kind, ...reader }): Source[] => {
  const kinds = kind === undefined ? ArtifactKind.options.map((option) => sql.lit(option)) : [sql`${kind}`];
  const listed = (column: 'channel_id' | 'created_by', places: RawBuilder<unknown>) =>
    kinds.map((one) => ({
      places,
      next: (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
          select max(id) from artifacts
          where ${sql.ref(column)} = ${place} and kind = ${one} and ${isLive('artifacts')} and id < ${key}`,
      ...(column === 'created_by' && {
        isListed: (_place: RawBuilder<unknown>, key: RawBuilder<unknown>) => isOne(key, artifactIsLive),
      }),
    }));
  if (channelId === undefined)
    return [...listed('created_by', thePerson(reader)), ...listed('channel_id', readableChannels(reader))];
  const channel = sql`select ${channelId} as id`;
  return [
    ...listed('channel_id', channel),
    {
      places: channel,
      next: newestAttached,
      isListed: (_place, key) =>
        isOne(key, sql`artifacts.kind in (${sql.join(kinds)}) and ${artifactIsReadable(reader)}`),
    },
  ];
});

const newestAttached = (channel: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
  select max(links.resource_id) from links
  where links.target_type = 'channel' and links.target_id = ${channel} and links.resource_type = 'artifact'
    and links.resource_id < ${key}`;

const isOne = (id: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`exists (
  select 1 from artifacts where artifacts.id = ${id} and ${condition})`;

type ListFilters = { readonly kind: Artifact['kind'] | undefined; readonly channelId: string | undefined };

export async function readableArtifact(db: Db, { caller }: Context, artifactId: string): Promise<ArtifactRow> {
  const [row] = await findArtifact(db, { ...readerOf(caller), artifactId });
  if (!row) throw notFound('artifact');
  return row;
}

const findVersion = prepared((db, by: Reader & { artifactId: string; versionId: string | null }) =>
  artifactRows(db, by, by.versionId).where('artifacts.id', '=', by.artifactId),
);

/** Bytes of the longest of some versions that the caller can see. `undefined` names the current one. */
export async function longestOf(
  db: Db,
  { caller }: Context,
  artifactId: string,
  versionIds: readonly (string | undefined)[],
): Promise<number> {
  let longest = 0;
  for (const versionId of new Set(versionIds)) {
    const [row] = await findVersion(db, { ...readerOf(caller), artifactId, versionId: versionId ?? null });
    longest = Math.max(longest, row?.size ?? 0);
  }
  return longest;
}

interface SheetName {
  readonly artifactId: string;
  readonly versionId?: string | undefined;
  /** A channel that the sheet must be at home in or attached to. */
  readonly channelId?: string | undefined;
}

/** A version of a sheet that the caller can see: the current one when none is named. */
export async function readableSheet(
  db: Db,
  context: Context,
  { artifactId, versionId: version, channelId }: SheetName,
): Promise<SheetVersion> {
  const versionId = version ?? null;
  const channel = channelId === undefined ? undefined : await readableChannelId(db, context, channelId);
  const [row] = await findVersion(db, { ...readerOf(context.caller), artifactId, versionId });
  if (!row) throw missing(versionId);
  if (channel !== undefined && (await findInChannel(db, { artifactId, channelId: channel })).length === 0)
    throw notFound('artifact in this channel');
  if (row.kind !== 'csv') throw invalidRequest('/artifactId', 'names a document; only a sheet (csv) can be queried');
  return { versionId: row.version_id };
}

/** An artifact that the caller may edit. */
export async function editableArtifact(db: Db, context: Context, artifactId: string): Promise<ArtifactRow> {
  const row = await readableArtifact(db, context, artifactId);
  const homeRole = row.channel_id === null ? undefined : await roleInChannelOf(db, context, row.channel_id);
  authorize(context.caller, 'artifact.update', { createdById: row.created_by, homeRole });
  return row;
}

export const everything = { start: 1, length: Number.MAX_SAFE_INTEGER };

export const findText = prepared(
  (db, by: Reader & { artifactId: string; versionId: string | null; start: number; length: number }) =>
    artifactRows(db, by, by.versionId)
      .select(engineOf(db).contentStretch(by.start, by.length).as('stretch'))
      .where('artifacts.id', '=', by.artifactId),
);

/** An artifact with the bytes of a window, or all of them; of its current version when none is named. */
export async function readableText(
  db: Db,
  { caller }: Context,
  artifactId: string,
  versionId: string | null = null,
  window?: TextWindow,
) {
  const range = window ? { start: window.offset + 1, length: window.length } : everything;
  const [row] = await findText(db, { ...readerOf(caller), artifactId, versionId, ...range });
  if (!row) throw missing(versionId);
  return row;
}

const missing = (versionId: string | null) => notFound(versionId === null ? 'artifact' : 'version of an artifact');

const findInChannel = prepared((db, by: { artifactId: string; channelId: string }) =>
  db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.id', '=', by.artifactId)
    .where(artifactIsInChannel(sql`${by.channelId}`)),
);

export function versionRows(db: Db, artifactId: string) {
  return db
    .selectFrom('artifact_versions as version')
    .innerJoin('users as updater', 'updater.id', 'version.created_by')
    .select(versionColumns)
    .where('version.artifact_id', '=', artifactId);
}

export type VersionRow = Awaited<ReturnType<ReturnType<typeof versionRows>['execute']>>[number];
