import { createHash } from 'node:crypto';
import type { Artifact } from '../../../schemas/artifacts.ts';
import { versionConflict } from '../../../schemas/errors.ts';
import { indexText, reindexText } from '../../search/indexing.ts';
import { newId } from '../../store/ids.ts';
import { preparedInsert } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { viaColumns } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import { once, onceInStretches, orReplayed, type Request } from '../operation/idempotency.ts';
import { readerOf } from '../operation/reader.ts';
import { showEverywhere, showVersion } from '../placing/feed-items.ts';
import { nowhere } from '../placing/links.ts';
import { present, presentRow } from './artifact-presenter.ts';
import {
  type ArtifactRow,
  editableArtifact,
  everything,
  findText,
  readableArtifact,
  readableText,
} from './artifacts-sql.ts';
import { type ComparedVersion, competingChange } from './conflict.ts';
import { makeWay, moveHome } from './moving.ts';
import { decoded } from './stored-text.ts';

export interface CitedVersion extends Omit<ComparedVersion, 'content'> {
  readonly kind: Artifact['kind'];
  readonly stretch: string | Uint8Array;
}

/** The version that the caller claims to have read; undefined when they cannot have read it. */
export async function citedVersion(
  { database, caller }: Context,
  artifactId: string,
  versionId: string,
): Promise<CitedVersion | undefined> {
  const [row] = await database.read((db) =>
    findText(db, { ...readerOf(caller), artifactId, versionId, ...everything }),
  );
  return row && { kind: row.kind, versionNumber: row.version_number, title: row.title, stretch: row.stretch };
}

interface Change {
  readonly artifactId: string;
  /** Only a move alone may leave it out. */
  readonly expectedVersionId: string | undefined;
  /** The version of that ID; undefined when the caller cannot have read it. */
  readonly cited: CitedVersion | undefined;
  readonly title?: string | undefined;
  /** The bytes of the next version; undefined also if there is none. */
  readonly content: Uint8Array | undefined;
  readonly addsVersion: boolean;
  /** The channel that it moves to, or null to take it out of every channel. */
  readonly channelId?: string | null | undefined;
  readonly clientApp?: Artifact['clientApp'];
  readonly idempotencyKey?: string | undefined;
  readonly action: 'artifact.updated' | 'artifact.restored';
}

/**
 * Stores the next version, a move, or both. Throws `version_conflict` with what has changed since when the cited version
 * is not current.
 */
export async function storeChange(context: Context, request: Request, change: Change): Promise<{ artifact: Artifact }> {
  const { database, caller, indexer } = context;
  try {
    const answer = await (change.channelId === undefined
      ? once(context, change.idempotencyKey, request, (tx) => changed(tx, context, change))
      : storeMove(context, request, change, change.channelId));
    // The version is stored; what this leaves out is shown later, and told of where that fails.
    await showEverywhere(database, caller, answer.artifact.versionId).catch(() => {});
    return answer;
  } catch (error) {
    throw error instanceof StaleVersion ? await conflictWith(context, error.current, change.cited) : error;
  } finally {
    indexer.wake();
  }
}

/** Its last transaction makes the whole change. Those before it only shorten the feed that it leaves. */
function storeMove(context: Context, request: Request, change: Change, channelId: string | null) {
  const { idempotencyKey } = change;
  const stored = onceInStretches(context, idempotencyKey, request, async function* (tx) {
    yield* makeWay(tx, context, await currentOf(tx, context, change), channelId);
    return changed(tx, context, change);
  });
  return orReplayed(context, idempotencyKey, request, stored);
}

async function changed(tx: Db, context: Context, change: Change): Promise<{ artifact: Artifact }> {
  const current = await currentOf(tx, context, change);
  const { channelId: channel, clientApp, addsVersion } = change;
  if (channel !== undefined) await moveHome(tx, context, current, { channel, clientApp, addsVersion });
  if (addsVersion) await addNext(tx, context, current, change);
  return { artifact: await present(tx, context, await readableArtifact(tx, context, current.id)) };
}

/** The artifact as it stands, which must be what the caller read. */
async function currentOf(tx: Db, context: Context, change: Change): Promise<ArtifactRow> {
  const { artifactId, expectedVersionId, addsVersion, content } = change;
  const current = await editableArtifact(tx, context, artifactId);
  const isStale = expectedVersionId !== undefined && current.version_id !== expectedVersionId;
  if (isStale || (addsVersion && !content)) throw new StaleVersion(current);
  return current;
}

async function addNext(tx: Db, context: Context, current: ArtifactRow, change: Change): Promise<void> {
  const { id: artifactId, version_number } = current;
  const { clientApp } = change;
  const id = newId('artv');
  const now = new Date().toISOString();
  await tx
    .updateTable('artifacts')
    .set({ current_version_id: id, updated_at: now })
    .where('id', '=', artifactId)
    .execute();
  await addVersion(tx, context, {
    id,
    artifactId,
    number: version_number + 1,
    now,
    title: change.title ?? current.title,
    content: change.content!,
    clientApp,
  });
  await audit(tx, context.caller, change.action, artifactId, { clientApp });
}

class StaleVersion extends Error {
  readonly current: ArtifactRow;

  constructor(current: ArtifactRow) {
    super('stale version');
    this.current = current;
  }
}

async function conflictWith(context: Context, current: ArtifactRow, cited: CitedVersion | undefined) {
  const turn = new Turn({ subject: context.caller.userId });
  const { stretch } = await context.database.read((db) => readableText(db, context, current.id, current.version_id));
  await turn.yield();
  const { versionId, versionNumber, updatedAt, updatedBy, interfaceType, via } = presentRow(context, current, nowhere);
  const { userId } = context.caller;
  const now = { versionNumber, title: current.title, content: await decoded(stretch, userId) };
  await turn.yield();
  const before = cited && { ...cited, content: await decoded(cited.stretch, userId) };
  return versionConflict(
    { versionId, versionNumber, updatedAt, updatedBy, interfaceType, via },
    `Look at the change, then update again citing ${versionId}.`,
    before && (await competingChange(before, now, userId)),
  );
}

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

export async function addVersion(tx: Db, { caller }: Context, version: NewVersion): Promise<void> {
  const { id, artifactId, title, content } = version;
  const via = await viaColumns(tx, caller, version.clientApp);
  await insertVersion(tx, {
    id,
    artifact_id: artifactId,
    number: version.number,
    title,
    content,
    size: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...via,
    client_app: version.clientApp ?? null,
    created_at: version.now,
    created_by: caller.userId,
  });
  const index = version.number === 1 ? indexText : reindexText;
  await index(tx, { type: 'artifact', id: artifactId, versionId: id, title }, content);
  await showVersion(tx, artifactId, id, { at: version.now, actorId: caller.userId, via });
}
