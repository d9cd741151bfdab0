import type * as z from 'zod';
import { type Artifact, changesVersion, type artifacts as contract, type Edit } from '../../../schemas/artifacts.ts';
import { type TextWindow, textWindow, windowOf } from '../../../schemas/window.ts';
import { isIndexedAtOnce } from '../../search/indexing.ts';
import type { Steps } from '../../store/database.ts';
import { newId } from '../../store/ids.ts';
import { preparedInsert } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { readableChannelId, writableChannelId } from '../channels/channels.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import { presentField } from '../operation/data-set-catalogue.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once, onceInStretches, orReplayed, replayed } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { idsTitled } from '../operation/titled-sql.ts';
import { addLink, type Destination, leaveFeed, removeLink, withLinks, writableDestination } from '../placing/links.ts';
import { Turn } from '../../turns/turn.ts';
import { present, presentRow, presentVersion } from './artifact-presenter.ts';
import {
  editableArtifact,
  findArtifacts,
  newestIds,
  readableArtifact,
  readableSheet,
  readableText,
  versionRows,
} from './artifacts-sql.ts';
import { diff, restore } from './artifact-history.ts';
import { applyEdits, applySplices, contentBytes } from './edits.ts';
import { inLineIfLong } from './long-versions.ts';
import { addVersion, type CitedVersion, citedVersion, storeChange } from './new-versions.ts';
import { decoded } from './stored-text.ts';

export const artifacts: Omit<Handlers<'artifacts'>, 'remove'> = {
  async list(context, input) {
    return context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after?.[0] as string | undefined;
      const filters = { kind: input.kind, channelId };
      const { keys, end } =
        input.q === undefined
          ? await newestIds(db, context, filters, before, page.take)
          : await idsTitled(db, context, 'artifact', input.q, { ...filters, before, take: page.take });
      const found = await findArtifacts(db, { ...readerOf(context.caller), ids: JSON.stringify(keys) });
      const { linked, isCut } = await withLinks(db, context, found);
      const { rows, nextCursor } = page.close(linked, (row) => [row.id], { isCut, end });
      return { artifacts: rows.map((row) => presentRow(context, row, row.attached)), nextCursor };
    });
  },

  get: (context, { artifactId, versionId, offset, length }) =>
    context.database.read(async (db) => {
      const window = windowOf(offset, length);
      const row = await readableText(db, context, artifactId, versionId, window);
      return {
        artifact: { ...(await present(db, context, row)), ...(await textOf(context, row.stretch, row.size, window)) },
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
    const { artifactId, expectedVersionId } = input;
    const current = await context.database.read((db) => editableArtifact(db, context, artifactId));
    if (expectedVersionId === undefined) return updated(context, input);
    const versions = { artifactId, current, versionIds: [expectedVersionId] };
    return inLineIfLong(context, versions, () => updated(context, input));
  },

  restore,
  diff,

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
      const row = await readableText(db, context, artifactId, versionId, window);
      return { version: { ...presentVersion(row), ...(await textOf(context, row.stretch, row.size, window)) } };
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

async function updated(context: Context, input: z.output<typeof contract.update.input>) {
  const { artifactId, expectedVersionId } = input;
  const turn = new Turn({ subject: context.caller.userId });
  const cited =
    expectedVersionId === undefined ? undefined : await citedVersion(context, artifactId, expectedVersionId);
  await turn.yield();
  const addsVersion = changesVersion(input);
  const content = cited && addsVersion ? await changedContent(context, cited, input) : undefined;
  await turn.yield();
  const change = { ...input, expectedVersionId, cited, content, addsVersion, action: 'artifact.updated' } as const;
  return storeChange(context, input, change);
}

type Changed = Pick<z.output<typeof contract.update.input>, 'content' | 'edits' | 'splices'>;

/** The bytes of the next version, made from the cited one unless they were sent. */
async function changedContent(context: Context, cited: CitedVersion, { content, edits = [], splices }: Changed) {
  const { kind, stretch } = cited;
  if (!splices) return contentBytes(kind, content ?? (await edited(context, cited, edits)));
  const stored = typeof stretch === 'string' ? Buffer.from(stretch) : stretch;
  return applySplices(kind, stored, splices, context.caller.userId);
}

async function edited({ caller }: Context, { kind, stretch }: CitedVersion, edits: readonly Edit[]): Promise<string> {
  return applyEdits(kind, await decoded(stretch, caller.userId), edits, caller.userId);
}

const insertArtifact = preparedInsert('artifacts');
async function textOf({ caller }: Context, stretch: string | Uint8Array, size: number, window?: TextWindow) {
  if (!window) return { content: await decoded(stretch, caller.userId) };
  if (typeof stretch === 'string') return { content: stretch, offset: 0, length: size };
  return textWindow(stretch, window.offset, size);
}
