import type { AccessChange } from '../../../schemas/access-preview.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import { managedChannel } from '../channels/channels.ts';
import { shareableIn } from '../conversations/sessions.ts';
import { editableArtifact, readableArtifact } from '../library/artifacts-sql.ts';
import { attachableFile } from '../library/files.ts';
import { allowedMove } from '../library/moving.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { audienceOf, type Destination, refuseManyAudiences, writableDestination } from '../placing/links.ts';
import { lightRows } from '../../store/scan.ts';
import type { Db } from '../../store/tables.ts';
import { closing, type Gaining, leaving, opening, peopleFor, reaching, sharing } from './access-preview-sql.ts';
import { countPeople } from './people-sql.ts';

type Preview = Handlers<'accessPreview'>['get'];
type Asked = Parameters<Preview>[1];

/** Nothing is changed. Each refusal is the one of the act itself. */
export const accessPreview: Handlers<'accessPreview'> = {
  async get(context, asked) {
    const change = await context.database.read((db) => previewOf(asked)(db, context, asked));
    return { gains: await peopleOf(context, change.gains), loses: await peopleOf(context, change.loses) };
  },
};

const previewOf = ({ resourceType, targetType }: Asked) => {
  if (resourceType === 'channel') return changed;
  return targetType === 'home' ? moved : attached;
};

interface Change {
  readonly gains?: Gaining;
  readonly loses?: Gaining;
}

async function changed(
  db: Db,
  context: Context,
  { resourceId, visibility, targetType, targetId }: Asked,
): Promise<Change> {
  if (targetType !== undefined || targetId !== undefined)
    throw invalidRequest('targetType', 'goes with a file, artifact or session; a channel takes visibility');
  if (visibility === undefined) throw invalidRequest('visibility', 'is required; say what the channel would become');
  const channel = await managedChannel(db, context, resourceId);
  if (channel.visibility === visibility) return {};
  return visibility === 'private'
    ? { loses: closing(channel.id, context.caller.userId) }
    : { gains: opening(channel.id) };
}

async function moved(
  db: Db,
  context: Context,
  { resourceType, resourceId, targetId, visibility }: Asked,
): Promise<Change> {
  refuseVisibility(visibility);
  if (resourceType !== 'artifact')
    throw invalidRequest('targetType', 'home goes with an artifact; name a channel, session or record');
  const move = await allowedMove(db, context, await editableArtifact(db, context, resourceId), targetId ?? null);
  if (!move) return {};
  const { to } = move;
  return { ...(to !== null && { gains: reaching(resourceId, to) }), loses: leaving(resourceId, to) };
}

function refuseVisibility(visibility: Asked['visibility']): void {
  if (visibility !== undefined)
    throw invalidRequest('visibility', 'goes with a channel; name a targetType and targetId');
}

async function attached(
  db: Db,
  context: Context,
  { resourceType, resourceId, targetType, targetId, visibility }: Asked,
): Promise<Change> {
  refuseVisibility(visibility);
  if (targetType === undefined || targetType === 'home' || targetId === undefined)
    throw invalidRequest(
      targetType === undefined ? 'targetType' : 'targetId',
      'is required; say where it would be attached',
    );
  const to = { targetType, targetId };
  switch (resourceType as Exclude<Asked['resourceType'], 'channel'>) {
    case 'artifact':
      if (targetType === 'session')
        throw invalidRequest('targetType', 'must be channel or record; an artifact goes to no session');
      await readableArtifact(db, context, resourceId);
      await writableDestination(db, context, to);
      return {};
    case 'file':
      await attachableFile(db, context, resourceId);
      return { gains: await sharedWith(db, 'file', resourceId, await audienceAt(db, context, to)) };
    case 'session':
      if (targetType !== 'channel')
        throw invalidRequest('targetType', 'must be channel; a conversation is shared in channels');
      return {
        gains: await sharedWith(db, 'session', resourceId, await shareableIn(db, context, resourceId, targetId)),
      };
  }
}

async function audienceAt(db: Db, context: Context, to: Destination): Promise<string> {
  return audienceOf(db, await writableDestination(db, context, to));
}

async function sharedWith(db: Db, type: 'file' | 'session', id: string, audienceId: string): Promise<Gaining> {
  await refuseManyAudiences(db, id, audienceId);
  return sharing(type, id, audienceId);
}

async function peopleOf(context: Context, who: Gaining | undefined): Promise<AccessChange> {
  if (!who) return { count: 0, people: [] };
  const { organizationId } = context.caller;
  const [all] = await context.database.read((db) => countPeople(db, { organizationId, most: lightRows + 1 }));
  const statement = await context.database.read(async (db) => peopleFor(db, organizationId, who));
  const found = await context.scan(statement, { rows: who.looks * all!.count });
  const people = found.map(([id, name]) => ({ id: String(id), name: String(name) }));
  return { count: Number(found[0]?.[2] ?? 0), people };
}
