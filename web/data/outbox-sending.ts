import { workspace } from './client.ts';
import type { Act, ArtifactAct, Place, OutboxEntry, TicksAct, VersionAct } from './outbox-entry.ts';

/** Sends what was said with its key. The workspace answers a repetition as it answered the first time. */
export function send({ key: idempotencyKey, place, act }: OutboxEntry): Promise<unknown> {
  switch (act.kind) {
    case 'words':
      return sendWords(place, act, idempotencyKey);
    case 'reaction':
      return sendReaction(place, act, idempotencyKey);
    case 'removal':
      return sendRemoval(place, act);
    case 'version':
      return sendVersion(act, idempotencyKey);
    case 'ticks':
      return sendTicks(act, idempotencyKey);
    case 'artifact':
      return sendArtifact(place, act, idempotencyKey);
  }
}

function sendWords({ channelId, subject }: Place, act: Act & { kind: 'words' }, idempotencyKey: string) {
  const { kind: _kind, ...words } = act;
  if (!subject) return workspace.posts.create({ channelId, ...words, idempotencyKey });
  const { type: subjectType, id: subjectId } = subject;
  return workspace.discussions.comment({ channelId, subjectType, subjectId, ...words, idempotencyKey });
}

function sendReaction({ channelId, subject }: Place, act: Act & { kind: 'reaction' }, idempotencyKey: string) {
  const { kind: _kind, ...reaction } = act;
  const { type: subjectType, id: subjectId } = subject!;
  return workspace.discussions.react({ channelId, subjectType, subjectId, ...reaction, idempotencyKey });
}

const sendRemoval = ({ channelId, subject }: Place, { commentId }: Act & { kind: 'removal' }) =>
  commentId === undefined
    ? workspace.posts.remove({ channelId, postId: subject!.id })
    : workspace.discussions.removeComment({ channelId, commentId });

const sendVersion = ({ kind: _kind, draft: _draft, ...version }: VersionAct, idempotencyKey: string) =>
  workspace.artifacts.update({ ...version, idempotencyKey });

const sendTicks = ({ artifactId, expectedVersionId, ticks }: TicksAct, idempotencyKey: string) => {
  const splices = ticks.map(({ at, isDone }) => ({ start: at, end: at + 1, text: isDone ? 'x' : ' ' }));
  return workspace.artifacts.update({ artifactId, expectedVersionId, splices, idempotencyKey });
};

const sendArtifact = ({ channelId }: Place, { type: kind, title, content }: ArtifactAct, idempotencyKey: string) =>
  workspace.artifacts.create({ kind, title, content, ...(channelId && { channelId }), idempotencyKey });
