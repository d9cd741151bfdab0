import type * as z from 'zod';
import { accessPreview } from './access-preview.ts';
import { activity } from './activity.ts';
import { artifacts } from './artifacts.ts';
import { channels, members } from './channels.ts';
import { clients } from './clients.ts';
import { dataSets } from './data-sets.ts';
import { discussions } from './discussions.ts';
import { feed } from './feed.ts';
import { feedback } from './feedback.ts';
import { files } from './files.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { indexes } from './indexes.ts';
import { issuers } from './issuers.ts';
import { keys } from './keys.ts';
import { me, signIns } from './me.ts';
import type { Operation } from './operation.ts';
import { organizations } from './organizations.ts';
import { people } from './people.ts';
import { posts } from './posts.ts';
import { queries } from './queries.ts';
import { records } from './records.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { sources } from './sources.ts';
import { trash } from './trash.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { webhooks } from './webhooks.ts';

/** The contract: every operation of the interface, by resource. */
export const contract = {
  me,
  signIns,
  channels,
  members,
  people,
  inbox,
  accessPreview,
  artifacts,
  files,
  sessions,
  posts,
  discussions,
  feed,
  activity,
  dataSets,
  records,
  views,
  queries,
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
export type Contract = typeof contract;

/** An operation with its names in the contract. */
export interface Entry {
  readonly group: string;
  readonly name: string;
  readonly operation: Operation;
}

/** Every operation as a list. */
export const operations: readonly Entry[] = Object.entries(
  contract as Record<string, Record<string, Operation>>,
).flatMap(([group, declared]) => Object.entries(declared).map(([name, operation]) => ({ group, name, operation })));

/**
 * Operations by method and path, such as `GET /api/workspace/me`. Several operations of one route are distinguished by
 * `mode`.
 */
export const operationsByRoute = Map.groupBy(
  operations.flatMap((entry) => [entry.operation.http].flat().map((route) => ({ route, entry }))),
  ({ route }) => route,
)
  .entries()
  .map(([route, members]) => ({ route, entries: members.map(({ entry }) => entry) as [Entry, ...Entry[]] }))
  .toArray();

/** A workspace for code that selects operations by name. */
export type WorkspaceByName = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

type Call<Declared> =
  Declared extends Operation<infer Input, infer Output> ? (input: z.input<Input>) => Promise<z.output<Output>> : never;

/** The interface as functions. The service implements it in this process for one caller. */
export type Workspace = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]>;
  };
};
