import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Artifact } from '../../../schemas/artifacts.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { replayed } from '../operation/idempotency.ts';
import { editableArtifact, readableText } from './artifacts-sql.ts';
import { comparison } from './conflict.ts';
import { contentBytes } from './edits.ts';
import { inLineIfLong } from './long-versions.ts';
import { citedVersion, storeChange } from './new-versions.ts';
import { decoded } from './stored-text.ts';

type Artifacts = Handlers<'artifacts'>;

/** The title and content of an older version become those of a new one. */
export const restore: Artifacts['restore'] = async (context, input) => {
  const { artifactId, versionId, expectedVersionId } = input;
  const earlier = await replayed<{ artifact: Artifact }>(context, input.idempotencyKey, input);
  if (earlier) return earlier;
  const current = await context.database.read((db) => editableArtifact(db, context, artifactId));
  const versions = { artifactId, current, versionIds: [versionId, expectedVersionId] };
  return inLineIfLong(context, versions, () => restored(context, input));
};

async function restored(context: Context, input: Parameters<Artifacts['restore']>[1]) {
  const { artifactId, versionId, expectedVersionId } = input;
  const current = await context.database.read((db) => editableArtifact(db, context, artifactId));
  const old = await context.database.read((db) => readableText(db, context, artifactId, versionId));
  if (versionId === expectedVersionId && versionId === current.version_id)
    throw invalidRequest('/versionId', 'is the version that expectedVersionId cites; name an older one to restore');
  return storeChange(context, input, {
    ...input,
    cited: await citedVersion(context, artifactId, expectedVersionId),
    title: old.title,
    content: contentBytes(old.kind, await decoded(old.stretch, context.caller.userId)),
    addsVersion: true,
    action: 'artifact.restored',
  });
}

export const diff: Artifacts['diff'] = (context, input) =>
  inLineIfLong(context, { artifactId: input.artifactId, versionIds: [input.from, input.to] }, () =>
    compared(context, input),
  );

async function compared(context: Context, { artifactId, from, to }: Parameters<Artifacts['diff']>[1]) {
  const { userId } = context.caller;
  const side = async (versionId?: string) => {
    const row = await context.database.read((db) => readableText(db, context, artifactId, versionId));
    const { version_id, version_number: versionNumber, title } = row;
    return { versionId: version_id, versionNumber, title, content: await decoded(row.stretch, userId) };
  };
  const [before, after] = [await side(from), await side(to)];
  const found = await comparison(before, after, limits.diffBytes, userId);
  if (found === undefined)
    throw invalidRequest('', 'names versions that differ too much to be compared; read both instead');
  const named = ({ versionId, versionNumber, title }: typeof before) => ({ versionId, versionNumber, title });
  return { from: named(before), to: named(after), ...found };
}
