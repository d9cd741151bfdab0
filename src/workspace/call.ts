import { insufficientScope } from '../../schemas/errors.ts';
import { inputOf } from '../../schemas/input.ts';
import { type Contract, operations, type Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import { type Requester, scanFor } from '../store/scan.ts';
import { Stage } from '../telemetry/stage.ts';
import { inTurnsIfLong } from '../turns/turn.ts';
import { accessPreview } from './people/access-preview.ts';
import { activity } from './feed/activity.ts';
import { artifacts } from './library/artifacts.ts';
import { requireAdmin } from './operation/access.ts';
import { users } from './people/administered-users.ts';
import { channels } from './channels/channels.ts';
import { channelExport } from './exports/channel-export.ts';
import type { Caller, CallOptions, Context, Services } from './operation/context.ts';
import { clients } from './people/clients.ts';
import { dataSets } from './data/data-sets.ts';
import { discussions } from './feed/discussions.ts';
import { feed } from './feed/feed.ts';
import { feedback } from './conversations/feedback.ts';
import { files } from './library/files.ts';
import type { Handlers } from './operation/handlers.ts';
import { stripped } from './operation/stripped.ts';
import { inbox } from './feed/inbox.ts';
import { indexes } from './data/indexes/administered-indexes.ts';
import { issuers } from './people/issuers.ts';
import { keys } from './people/keys.ts';
import { invitations } from './people/invitations.ts';
import { me } from './people/me.ts';
import { members } from './channels/members.ts';
import { people } from './people/people.ts';
import { organizations } from './people/administered-organizations.ts';
import { posts } from './feed/posts.ts';
import { signIns } from './people/sign-ins.ts';
import { sources } from './sources/administered-sources.ts';
import { typedQueries } from './data/queries.ts';
import { records } from './data/records.ts';
import { search } from './search/search.ts';
import { sessionQueries } from './conversations/session-queries.ts';
import { sessions } from './conversations/sessions.ts';
import {
  artifactRemoval,
  channelRemoval,
  dataSetRemoval,
  fileRemoval,
  sessionRemoval,
  viewRemoval,
} from './trash/deletion.ts';
import { trash } from './trash/trash.ts';
import { views } from './data/views.ts';
import { webhooks } from './webhooks/webhooks.ts';

type AnyHandler = (context: Context, input: unknown) => Promise<unknown>;

const handlers: { readonly [Group in keyof Contract]: Handlers<Group> } = {
  me,
  signIns,
  channels: { ...channels, ...channelRemoval, export: channelExport },
  members,
  people,
  inbox,
  accessPreview,
  artifacts: { ...artifacts, ...artifactRemoval },
  files: { ...files, ...fileRemoval },
  sessions: { ...sessions, ...sessionRemoval },
  posts,
  discussions,
  feed,
  activity,
  dataSets: { ...dataSets, ...dataSetRemoval },
  records,
  views: { ...views, ...viewRemoval },
  queries: { ...sessionQueries, ...typedQueries },
  search,
  trash,
  feedback,
  users,
  invitations,
  organizations,
  clients,
  indexes,
  issuers,
  keys,
  sources,
  webhooks,
};

type Door = (typeof operations)[number] & { readonly operationName: string; readonly handler: AnyHandler };

const doors: readonly Door[] = operations.map((entry) => ({
  ...entry,
  operationName: `${entry.group}.${entry.name}`,
  handler: (handlers as unknown as Record<string, Record<string, AnyHandler>>)[entry.group]![entry.name]!,
}));

/**
 * The workspace as one caller may use it. Every call passes through `call`. Groups and operations are built when they are
 * read, because a request uses only one or two.
 */
export function workspaceFor(
  services: Services,
  caller: Caller,
  { onReplay = () => {}, onClock = () => {}, gone = () => never }: CallOptions = {},
): Workspace {
  return new CallersWorkspace(services, caller, { onReplay, onClock, gone }) as unknown as Workspace;
}

const never = new AbortController().signal;

interface CallsOf {
  readonly services: Services;
  readonly caller: Caller;
  readonly options: Required<CallOptions>;
}

/** Heavy reads of one call have their time together. */
function contextOf({ services, caller, options }: CallsOf, operation: string): Context {
  const { database, dataIndexes } = services;
  const { userId, organizationId } = caller;
  const requester: Requester = { userId, organizationId, gone: options.gone, spentMs: 0 };
  const scan = scanFor(requester, database, dataIndexes.noteUse);
  const publicUrl = askedOnce(services.publicUrl);
  return { ...services, ...options, publicUrl, caller, operation, requester, scan };
}

function askedOnce<Answer>(ask: () => Answer): () => Answer {
  let asked: { readonly answer: Answer } | undefined;
  return () => (asked ??= { answer: ask() }).answer;
}

class CallersWorkspace implements CallsOf {
  readonly services: Services;
  readonly caller: Caller;
  readonly options: Required<CallOptions>;

  constructor(services: Services, caller: Caller, options: Required<CallOptions>) {
    this.services = services;
    this.caller = caller;
    this.options = options;
  }
}

class Group {
  readonly calls: CallsOf;

  constructor(calls: CallsOf) {
    this.calls = calls;
  }
}

for (const [name, doorsOfGroup] of Object.entries(Object.groupBy(doors, ({ group }) => group))) {
  const OwnGroup = class extends Group {};
  for (const door of doorsOfGroup!) {
    Object.defineProperty(OwnGroup.prototype, door.name, {
      get(this: Group) {
        return (input: unknown) => observed(door, contextOf(this.calls, door.operationName), input);
      },
    });
  }
  Object.defineProperty(CallersWorkspace.prototype, name, {
    get(this: CallersWorkspace) {
      return new OwnGroup(this);
    },
  });
}

const calls = new Stage('workspace.operation.duration', 'Time from a call of an operation to its answer');

function observed(door: Door, context: Context, input: unknown): Promise<unknown> {
  const attributes = { 'workspace.operation': door.operationName, 'workspace.interface': context.caller.interface };
  return calls.run({ name: door.operationName, attributes }, () => call(door, context, input));
}

/** Scope, then input, then the operation, then its output stripped to what the contract names. */
async function call({ operation, handler }: Door, context: Context, input: unknown): Promise<unknown> {
  requireScope(context.caller, operation);
  const answer = await handler(context, inputOf(operation.input, input));
  if (!operation.hasLongAnswer) return operation.output.parse(answer);
  return inTurnsIfLong(stripped(operation.output, answer), context.caller.userId);
}

/** Scopes come first: the gateway asks this before it reads a body. Administration also needs the role, as it is now. */
export function requireScope(caller: Caller, { scope }: Operation): void {
  if (!caller.scopes.includes(scope)) throw insufficientScope(scope);
  if (scope === 'workspace.admin') requireAdmin(caller);
}
