import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Artifact, ArtifactKind, type Edit } from '../../../schemas/artifacts.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import { type TextWindow, textWindow, windowOf } from '../../../schemas/window.ts';
import { indexText, isIndexedAtOnce, reindexText } from '../../search/indexer.ts';
import type { Db } from '../../store/tables.ts';
import { contentStretch } from '../../store/content.ts';
import { newId } from '../../store/ids.ts';
import { eachOf, prepared, preparedInsert } from '../../store/prepared.ts';
import type { Steps } from '../../store/writer.ts';
import {
  artifactIsReadable,
  authorize,
  channelIsReadable,
  notFound,
  readableChannels,
  type Reader,
} from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId, roleInChannelOf, writableChannelId } from '../channels/channels.ts';
import { type ComparedVersion, versionConflict } from './conflict.ts';
import type { Context } from '../operation/context.ts';
import { presentField } from '../operation/data-set-catalogue.ts';
import { applyEdits, contentBytes } from './edits.ts';
import { showEverywhere, showVersion } from '../placing/feed-items.ts';
import {
  addLink,
  type Destination,
  leaveFeed,
  nowhere,
  removeLink,
  type VisibleLinks,
  visibleLinks,
  withLinks,
  writableDestination,
} from '../placing/links.ts';
import { newestKeys, type Source, thePerson } from '../operation/newest.ts';
import { once, onceInStretches, orReplayed, replayed } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import type { SheetVersion } from '../../tables/sheets.ts';
import { decoded } from './stored-text.ts';
import { idsTitled } from '../operation/titled.ts';

export const artifacts: Handlers<'artifacts'> = {
  async list(context, input) {
    return context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after?.[0] as string | undefined;
      const filters = { kind: input.kind, channelId };
      const ids =
        input.q === undefined
          ? await newestIds(db, context, filters, before, page.take)
          : await idsTitled(db, context, 'artifact', input.q, { ...filters, before, take: page.take });
      const found = await findArtifacts(db, { ...readerOf(context.caller), ids: JSON.stringify(ids) });
      const { linked, isCut } = await withLinks(db, context, found);
      const { rows, nextCursor } = page.close(linked, (row) => [row.id], isCut);
      return { artifacts: rows.map((row) => presentRow(context, row, row.attached)), nextCursor };
    });
  },

  get: (context, { artifactId, versionId, offset, length }) =>
    context.database.read(async (db) => {
      const window = windowOf(offset, length);
      const { stretch, ...row } = await readableText(db, context, artifactId, versionId, window);
      return {
        artifact: { ...(await present(db, context, row)), ...(await textOf(context, stretch, row.size, window)) },
      };
    }),

  async create(context, input) {
    const content = contentBytes(input.kind, input.content);
    const answer = await once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const id = newId('art');
      const versionId = newId('artv');
      const now = new Date().toISOString();
      await insertArtifact(tx, {
        id,
        organization_id: caller.organizationId,
        channel_id: input.channelId === undefined ? null : await writableChannelId(tx, context, input.channelId),
        kind: input.kind,
        current_version_id: versionId,
        created_at: now,
        created_by: caller.userId,
        updated_at: now,
      });
      await addVersion(tx, context, {
        id: versionId,
        artifactId: id,
        number: 1,
        now,
        title: input.title,
        content,
        clientApp: input.clientApp,
      });
      await audit(tx, caller, 'artifact.created', id, { clientApp: input.clientApp });
      return { artifact: await present(tx, context, await readableArtifact(tx, context, id)) };
    });
    if (!isIndexedAtOnce(content)) context.indexer.wake();
    return answer;
  },

  async update(context, input) {
    const earlier = await replayed<{ artifact: Artifact }>(context, input.idempotencyKey, input);
    if (earlier) return earlier;
    await context.database.read((db) => editableArtifact(db, context, input.artifactId));
    const cited = await citedVersion(context, input.artifactId, input.expectedVersionId);
    const content =
      cited && contentBytes(cited.kind, input.content ?? (await edited(context, cited, input.edits ?? [])));
    try {
      const answer = await once(context, input.idempotencyKey, input, async (tx) => {
        const { caller } = context;
        const current = await editableArtifact(tx, context, input.artifactId);
        if (!content || current.version_id !== input.expectedVersionId) throw new StaleVersion(current);
        const id = newId('artv');
        const now = new Date().toISOString();
        const { id: artifactId, version_number } = current;
        await tx
          .updateTable('artifacts')
          .set({ current_version_id: id, updated_at: now })
          .where('id', '=', artifactId)
          .execute();
        const title = input.title ?? current.title;
        await addVersion(tx, context, {
          id,
          artifactId,
          number: version_number + 1,
          now,
          title,
          content,
          clientApp: input.clientApp,
        });
        await audit(tx, caller, 'artifact.updated', artifactId, { clientApp: input.clientApp });
        return { artifact: await present(tx, context, await readableArtifact(tx, context, artifactId)) };
      });
      // The version is stored; what this leaves out is shown later, and told of where that fails.
      await showEverywhere(context.database, context.caller, answer.artifact.versionId).catch(() => {});
      return answer;
    } catch (error) {
      throw error instanceof StaleVersion ? await conflictWith(context, error.current, cited) : error;
    } finally {
      context.indexer.wake();
    }
  },

  versions: (context, input) =>
    context.database.read(async (db) => {
      const page = openPage(context, input);
      await readableArtifact(db, context, input.artifactId);
      let query = versionRows(db, input.artifactId).orderBy('version.number', 'desc').limit(page.take);
      const before = page.after?.[0];
      if (before !== undefined) query = query.where('version.number', '<', Number(before));
      const { rows, nextCursor } = page.close(await query.execute(), (row) => [row.version_number]);
      return { versions: rows.map(presentVersion), nextCursor };
    }),

  version: (context, { artifactId, versionId, offset, length }) =>
    context.database.read(async (db) => {
      const window = windowOf(offset, length);
      const { stretch, ...row } = await readableText(db, context, artifactId, versionId, window);
      return { version: { ...presentVersion(row), ...(await textOf(context, stretch, row.size, window)) } };
    }),

  async sheet(context, { artifactId, versionId }) {
    const version = await context.database.read((db) => readableSheet(db, context, { artifactId, versionId }));
    return context.sheets.use(version, context.requester, async ({ fields, otherFields, sources, recordCount }) => ({
      sheet: {
        artifactId,
        versionId: version.versionId,
        rowCount: recordCount,
        fields: [
          ...fields.map(presentField),
          ...otherFields.map((field) => ({
            ...presentField(field),
            ...(field.key !== 'title' && { derived: true as const, derivedFrom: sources[field.key] }),
          })),
        ],
      },
    }));
  },

  link: (context, { artifactId, idempotencyKey, ...target }) =>
    once(context, idempotencyKey, { artifactId, ...target }, async (tx) => {
      const { id } = await readableArtifact(tx, context, artifactId);
      const to = await writableDestination(tx, context, target);
      const attached = await addLink(tx, context, 'artifact', id, to);
      if (attached) await audit(tx, context.caller, 'artifact.attached', id, { subjectId: to.targetId });
      return { attached };
    }),

  unlink(context, { artifactId, idempotencyKey, ...target }) {
    const request = { artifactId, ...target };
    const detached = onceInStretches(context, idempotencyKey, request, (tx) => detach(tx, context, artifactId, target));
    return orReplayed(context, idempotencyKey, request, detached);
  },
};

async function* detach(
  tx: Db,
  context: Context,
  artifactId: string,
  target: Destination,
): Steps<{ detached: boolean }> {
  const { id } = await readableArtifact(tx, context, artifactId);
  const from = await writableDestination(tx, context, target);
  yield* leaveFeed(tx, id, from);
  // The caller may have lost the right to it meanwhile.
  await readableArtifact(tx, context, id);
  await writableDestination(tx, context, from);
  const detached = await removeLink(tx, id, from);
  if (detached) await audit(tx, context.caller, 'artifact.detached', id, { subjectId: from.targetId });
  return { detached };
}

class StaleVersion extends Error {
  readonly current: ArtifactRow;

  constructor(current: ArtifactRow) {
    super('stale version');
    this.current = current;
  }
}

async function edited({ caller }: Context, { kind, stretch }: CitedVersion, edits: readonly Edit[]): Promise<string> {
  return applyEdits(kind, await decoded(stretch, caller.userId), edits, caller.userId);
}

async function conflictWith(context: Context, current: ArtifactRow, cited: CitedVersion | undefined) {
  const { stretch } = await context.database.read((db) => readableText(db, context, current.id, current.version_id));
  const { versionId, versionNumber, updatedAt, updatedBy, interfaceType } = presentRow(context, current, nowhere);
  const { userId } = context.caller;
  const now = { versionNumber, title: current.title, content: await decoded(stretch, userId) };
  const before = cited && { ...cited, content: await decoded(cited.stretch, userId) };
  return versionConflict({ versionId, versionNumber, updatedAt, updatedBy, interfaceType }, before, now, userId);
}

interface CitedVersion extends Omit<ComparedVersion, 'content'> {
  readonly kind: Artifact['kind'];
  readonly stretch: string | Uint8Array;
}

/** The version that the caller claims to have read; undefined when they cannot have read it. */
async function citedVersion(
  { database, caller }: Context,
  artifactId: string,
  versionId: string,
): Promise<CitedVersion | undefined> {
  const [row] = await database.read((db) =>
    findText(db, { ...readerOf(caller), artifactId, versionId, ...everything }),
  );
  return row && { kind: row.kind, versionNumber: row.version_number, title: row.title, stretch: row.stretch };
}

const insertArtifact = preparedInsert('artifacts');
const insertVersion = preparedInsert('artifact_versions');

interface NewVersion {
  readonly id: string;
  readonly artifactId: string;
  readonly number: number;
  readonly now: string;
  readonly title: string;
  readonly content: Uint8Array;
  readonly clientApp: Artifact['clientApp'];
}

async function addVersion(tx: Db, { caller }: Context, version: NewVersion): Promise<void> {
  const { id, artifactId, title, content } = version;
  await insertVersion(tx, {
    id,
    artifact_id: artifactId,
    number: version.number,
    title,
    content,
    size: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
    interface: caller.interface,
    client_app: version.clientApp ?? null,
    created_at: version.now,
    created_by: caller.userId,
  });
  const index = version.number === 1 ? indexText : reindexText;
  await index(tx, { type: 'artifact', id: artifactId, versionId: id, title }, content);
  await showVersion(tx, artifactId, id, { at: version.now, actorId: caller.userId });
}

type ArtifactRow = Awaited<ReturnType<typeof findArtifact>>[number];

const versionColumns = [
  'version.id as version_id',
  'version.number as version_number',
  'version.title',
  'version.size',
  'version.sha256',
  'version.interface',
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

const findArtifacts = prepared((db, by: Reader & { ids: string }) =>
  artifactRows(db, by).where('artifacts.id', 'in', eachOf(by.ids)).orderBy('artifacts.id', 'desc'),
);

/**
 * The artifacts that the reader made or that are in channels they read. With a channel, its own and attached artifacts.
 */
const newestIds = newestKeys<ListFilters>(({ channelId, kind, ...reader }): Source[] => {
  const kinds = kind === undefined ? ArtifactKind.options.map((option) => sql.lit(option)) : [sql`${kind}`];
  const listed = (column: 'channel_id' | 'created_by', places: RawBuilder<unknown>) =>
    kinds.map((one) => ({
      places,
      next: (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`
          select max(id) from artifacts where ${sql.ref(column)} = ${place} and kind = ${one} and id < ${key}`,
    }));
  if (channelId === undefined)
    return [...listed('created_by', thePerson(reader)), ...listed('channel_id', readableChannels(reader))];
  const channel = sql`select ${channelId} as id`;
  return [
    ...listed('channel_id', channel),
    { places: channel, next: (place, key) => newestAttached(reader, kinds, place, key) },
  ];
});

const newestAttached = (
  reader: Reader,
  kinds: readonly RawBuilder<unknown>[],
  channel: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
) => sql`
  select max(links.resource_id) from links
  where links.target_type = 'channel' and links.target_id = ${channel} and links.resource_type = 'artifact'
    and links.resource_id < ${key} and exists (
      select 1 from artifacts where artifacts.id = links.resource_id
        and artifacts.kind in (${sql.join(kinds)}) and ${artifactIsReadable(reader)})`;

type ListFilters = { readonly kind: Artifact['kind'] | undefined; readonly channelId: string | undefined };

async function readableArtifact(db: Db, { caller }: Context, artifactId: string): Promise<ArtifactRow> {
  const [row] = await findArtifact(db, { ...readerOf(caller), artifactId });
  if (!row) throw notFound('artifact');
  return row;
}

const findVersion = prepared((db, by: Reader & { artifactId: string; versionId: string | null }) =>
  artifactRows(db, by, by.versionId).where('artifacts.id', '=', by.artifactId),
);

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
  return { versionId: row.version_id, size: row.size };
}

/** An artifact that the caller may edit. */
async function editableArtifact(db: Db, context: Context, artifactId: string): Promise<ArtifactRow> {
  const row = await readableArtifact(db, context, artifactId);
  const homeRole = row.channel_id === null ? undefined : await roleInChannelOf(db, context, row.channel_id);
  authorize(context.caller, 'artifact.update', { createdById: row.created_by, homeRole });
  return row;
}

const everything = { start: 1, length: Number.MAX_SAFE_INTEGER };

const findText = prepared(
  (db, by: Reader & { artifactId: string; versionId: string | null; start: number; length: number }) =>
    artifactRows(db, by, by.versionId)
      .select(contentStretch(by.start, by.length).as('stretch'))
      .where('artifacts.id', '=', by.artifactId),
);

/** An artifact with the bytes of a window, or all of them; of its current version when none is named. */
async function readableText(
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

async function textOf({ caller }: Context, stretch: string | Uint8Array, size: number, window?: TextWindow) {
  if (!window) return { content: await decoded(stretch, caller.userId) };
  if (typeof stretch === 'string') return { content: stretch, offset: 0, length: size };
  return textWindow(stretch, window.offset, size);
}

const findInChannel = prepared((db, by: { artifactId: string; channelId: string }) =>
  db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.id', '=', by.artifactId)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('artifacts.channel_id', '=', by.channelId),
        exists(
          selectFrom('links')
            .select('links.resource_id')
            .where('links.resource_id', '=', by.artifactId)
            .where('links.target_type', '=', 'channel')
            .where('links.target_id', '=', by.channelId),
        ),
      ]),
    ),
);

async function present(db: Db, context: Context, row: ArtifactRow): Promise<Artifact> {
  return presentRow(context, row, row.is_linked ? await visibleLinks(db, context, row.id) : nowhere);
}

function presentRow(context: Context, row: ArtifactRow, attached: VisibleLinks): Artifact {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    versionId: row.version_id,
    versionNumber: row.version_number,
    ...(row.channel_id !== null && { channelId: row.channel_id }),
    size: row.size,
    sha256: row.sha256,
    interfaceType: row.interface,
    ...(row.client_app !== null && { clientApp: row.client_app }),
    links: attached.links,
    ...(attached.isCut && { linksCut: true as const }),
    url: `${context.publicUrl()}/artifacts/${row.id}`,
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.creator_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updater_name },
  };
}

function versionRows(db: Db, artifactId: string) {
  return db
    .selectFrom('artifact_versions as version')
    .innerJoin('users as updater', 'updater.id', 'version.created_by')
    .select(versionColumns)
    .where('version.artifact_id', '=', artifactId);
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionRows>['execute']>>[number];

function presentVersion(row: VersionRow) {
  return {
    versionId: row.version_id,
    versionNumber: row.version_number,
    title: row.title,
    size: row.size,
    sha256: row.sha256,
    interfaceType: row.interface,
    ...(row.client_app !== null && { clientApp: row.client_app }),
    createdAt: row.updated_at,
    createdBy: { id: row.updated_by, name: row.updater_name },
  };
}
