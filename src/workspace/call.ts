import type * as z from 'zod';
import { invalidInput, WorkspaceError } from '../../schemas/errors.ts';
import { type Contract, operations, type Workspace, type WorkspaceByName } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { Scan } from '../store/database.ts';
import { artifacts } from './artifacts.ts';
import { channels } from './channels.ts';
import type { Caller, Context, Services } from './context.ts';
import { dataSets } from './data-sets.ts';
import { discussions } from './discussions.ts';
import { feed } from './feed.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';
import { queries } from './queries.ts';
import { records } from './records.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { views } from './views.ts';

type Handler<Declared> =
  Declared extends Operation<infer Input, infer Output>
    ? (context: Context, input: z.output<Input>) => Promise<z.input<Output>>
    : never;

/** What a resource's file fulfils: a function for each operation of its table. */
export type Handlers<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]: Handler<Contract[Group][Name]>;
};

type AnyHandler = (context: Context, input: unknown) => Promise<unknown>;

const handlers: { readonly [Group in keyof Contract]: Handlers<Group> } = {
  me,
  channels,
  members,
  artifacts,
  files,
  sessions,
  posts,
  discussions,
  feed,
  dataSets,
  records,
  views,
  queries,
  search,
  feedback,
};

type Door = (typeof operations)[number] & { readonly operationName: string; readonly handler: AnyHandler };

const doors: readonly Door[] = operations.map((entry) => ({
  ...entry,
  operationName: `${entry.group}.${entry.name}`,
  handler: (handlers as unknown as Record<string, Record<string, AnyHandler>>)[entry.group]![entry.name]!,
}));

/** The workspace as one caller may use it: every call passes the one door. */
export function workspaceFor(services: Services, caller: Caller, onReplay: () => void = () => {}): Workspace {
  const workspace: WorkspaceByName = {};
  const scan: Scan = (statement, effort) => services.database.scan(statement, effort, caller.userId);
  for (const door of doors) {
    // The context is put together when the door is passed: of a request's doors, one is.
    (workspace[door.group] ??= {})[door.name] = (input) =>
      call(door, { ...services, caller, scan, onReplay, operation: door.operationName }, input);
  }
  return workspace as unknown as Workspace;
}

/** Scope, then input, then the operation, then its output stripped to what the contract names. */
async function call({ operation, handler }: Door, context: Context, input: unknown): Promise<unknown> {
  requireScope(context.caller, operation);
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  return operation.output.parse(await handler(context, parsed.data));
}

/** Scopes come first: the gateway asks this before it reads a body. */
export function requireScope({ scopes }: Caller, { scope }: Operation): void {
  if (scopes.includes(scope)) return;
  throw new WorkspaceError('insufficient_scope', `This needs an access token with the scope ${scope}.`);
}
