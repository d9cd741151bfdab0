import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { foldedEmail, UserRole } from '../../schemas/accounts.ts';
import { ActivityType } from '../../schemas/activity.ts';
import { ArtifactKind } from '../../schemas/artifacts.ts';
import { MemberRole, Slug, Visibility } from '../../schemas/channels.ts';
import { ClientApp, InterfaceType, LinkTargetType } from '../../schemas/common.ts';
import { FeedType, SubjectType } from '../../schemas/discussions.ts';
import { FieldOptions, FieldType } from '../../schemas/fields.ts';
import { NoTextReason, TextStatus } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import { Mentions, Reaction } from '../../schemas/posts.ts';
import { Answer, AnswerSources, Query, QueryStatus } from '../../schemas/queries.ts';
import { SearchType } from '../../schemas/search.ts';
import { MessageRole } from '../../schemas/sessions.ts';
import { isTimeZone } from '../../schemas/time-zones.ts';
import { TrashedType } from '../../schemas/trash.ts';
import { ViewDefinition } from '../../schemas/views.ts';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import type { RowCheck } from './check-trash.ts';

/** Columns with a fixed set of words. */
const through = { interface: InterfaceType.options };
const throughApps = { ...through, client_app: ClientApp.options };
const choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  users: { role: UserRole.options },
  invitations: { role: UserRole.options },
  clients: { registered_by: ['operator', 'client'] },
  channels: { visibility: Visibility.options },
  channel_members: { role: MemberRole.options },
  artifacts: { kind: ArtifactKind.options },
  artifact_versions: throughApps,
  files: through,
  file_texts: { status: TextStatus.options, reason: NoTextReason.options },
  links: { resource_type: ['artifact', 'file', 'session'], target_type: LinkTargetType.options },
  sessions: through,
  messages: { role: MessageRole.options, ...through },
  queries: { status: QueryStatus.options, ...through },
  data_set_fields: { type: FieldType.options },
  records: through,
  record_versions: through,
  posts: throughApps,
  comments: throughApps,
  reactions: { reaction: Reaction.options },
  discussions: { root_type: SubjectType.options },
  inbox_items: { kind: ['mention', 'reply', 'comment'] },
  feed_items: { type: FeedType.options, ...through },
  feedback: through,
  view_versions: { renderer: ViewDefinition.options.map(({ shape }) => shape.renderer.value), ...through },
  audit_events: throughApps,
  passages: { resource_type: SearchType.options },
  index_queue: { resource_type: [...SearchType.options, 'data_set'] },
  trash: { type: TrashedType.options },
  sources: { kind: ['csv', 'sqlite'] },
};

const flags = new Set([
  'open_writing',
  'read_only',
  'required',
  'multiple',
  'from_source',
  'is_cut',
  'is_apart',
  'is_astray',
  'is_attached',
  'is_purging',
]);

/** A column, its name in messages, and whether its value is valid. Only the schema judges nulls. */
export interface JudgedColumn {
  readonly column: string;
  readonly name: string;
  readonly isPossible: RawBuilder<boolean>;
}

const written = (table: string) => `has a value in ${table} that no release writes`;

/** Rows with a value that no release writes. Each is reported once, with the first such column. */
export function valueCheck(
  table: string,
  called: string,
  key: RawBuilder<unknown>,
  columns: readonly JudgedColumn[],
): RowCheck {
  const cases = columns.map(
    ({ column, name, isPossible }) => sql`when ${sql.ref(column)} is not null and not (${isPossible}) then ${name}`,
  );
  return {
    problem: written(called),
    ids: sql`select key || ' (' || name || ')' as id
      from (select ${key} as key, case ${sql.join(cases, sql` `)} end as name from ${sql.table(table)})
      where name is not null`,
  };
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/**
 * Checks that values match the kind of their column. Tables of Data Sets and of the full-text index are checked
 * elsewhere.
 */
export async function columnChecks(db: Db): Promise<RowCheck[]> {
  const { rows: tables } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'data_[0-9]*'
    order by name`.execute(db);
  return Promise.all(
    tables.map(async ({ name: table }) => {
      const columns = await columnsOf(db, table);
      const judged = columns.map((info) => ({
        column: info.name,
        name: info.name,
        isPossible: isPossible(table, info),
      }));
      return valueCheck(table, table, keyOf(columns), judged);
    }),
  );
}

async function columnsOf(db: Db, table: string): Promise<ColumnInfo[]> {
  const found = sql<ColumnInfo>`select name, lower(type) as type, pk from pragma_table_info(${table})`;
  return (await found.execute(db)).rows;
}

function keyOf(columns: readonly ColumnInfo[]): RawBuilder<unknown> {
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => sql.ref(name));
  return keys.length > 0 ? sql.join(keys, sql` || ' ' || `) : sql`rowid`;
}

function isPossible(table: string, { name, type }: ColumnInfo): RawBuilder<boolean> {
  const column = sql.ref(name);
  const words = choices[table]?.[name];
  if (words) return sql`${column} in (${sql.join(words)})`;
  if (flags.has(name)) return sql`${column} in (0, 1)`;
  if (name === 'sha256') return sql`length(${column}) = 64 and ${column} not glob '*[^0-9a-f]*'`;
  if (name === 'max_upload_bytes') return isInteger(column, 1, limits.uploadBytes);
  if (type === 'integer') return isInteger(column, 0, Number.MAX_SAFE_INTEGER);
  if (type === 'text' && /^(.+_)?at$/.test(name)) return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) is ${column}`;
  return sql`typeof(${column}) = ${type}`;
}

export const isInteger = (column: RawBuilder<unknown>, least: number, most: number): RawBuilder<boolean> =>
  sql`typeof(${column}) = 'integer' and ${column} between ${least} and ${most}`;

interface JudgedText {
  readonly table: string;
  readonly column: string;
  readonly isPossible: (text: string) => boolean;
}

/** As `store/data-tables/record-versions.ts` writes it. */
const KeptValue = z.union([z.string(), z.number(), z.null()]);
const KeptChange = z.union([
  z.tuple([z.int(), KeptValue, KeptValue]),
  z.tuple([z.int(), KeptValue, KeptValue, z.union([z.literal(1), z.literal(2)])]),
]);

const passwordHash = /^\$(argon2id|scrypt)\$([^\s$]+\$)+[\w+/]{22}\$[\w+/]{43}$/;

/** Texts that SQL alone cannot validate. */
const texts: readonly JudgedText[] = [
  { table: 'organizations', column: 'time_zone', isPossible: isTimeZone },
  { table: 'users', column: 'email', isPossible: (email) => email === foldedEmail(email) },
  { table: 'invitations', column: 'email', isPossible: (email) => email === foldedEmail(email) },
  { table: 'channels', column: 'slug', isPossible: (slug) => Slug.safeParse(slug).success },
  { table: 'views', column: 'slug', isPossible: (slug) => Slug.safeParse(slug).success },
  { table: 'passwords', column: 'hash', isPossible: (hash) => passwordHash.test(hash) },
  { table: 'clients', column: 'redirect_uris', isPossible: isJson(z.array(z.string())) },
  { table: 'webhooks', column: 'types', isPossible: isJson(z.array(ActivityType)) },
  { table: 'issuers', column: 'jwks', isPossible: isJson(z.looseObject({ keys: z.array(z.looseObject({})) })) },
  { table: 'authorizations', column: 'payload', isPossible: isJson(z.looseObject({})) },
  { table: 'idempotency_keys', column: 'answer', isPossible: isJson(z.looseObject({})) },
  { table: 'posts', column: 'mentions', isPossible: isJson(Mentions) },
  { table: 'comments', column: 'mentions', isPossible: isJson(Mentions) },
  { table: 'messages', column: 'sources', isPossible: isJson(AnswerSources) },
  { table: 'queries', column: 'answer', isPossible: isJson(Answer) },
  { table: 'queries', column: 'error', isPossible: isJson(Query.shape.error) },
  { table: 'data_set_fields', column: 'options', isPossible: isJson(FieldOptions) },
  { table: 'record_versions', column: 'changes', isPossible: isJson(z.array(KeptChange)) },
];

function isJson(schema: z.ZodType): (text: string) => boolean {
  return (text) => {
    try {
      return schema.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  };
}

/** Problems of structured texts, grouped by column. */
export async function* textProblems(database: Database): AsyncGenerator<string[], void> {
  for (const text of texts) {
    const wrong = await database.read((db) => wrongTexts(db, text));
    yield wrong.map((id) => `${id} (${text.column}) ${written(text.table)}`);
  }
}

async function wrongTexts(db: Db, { table, column, isPossible }: JudgedText): Promise<string[]> {
  const key = keyOf(await columnsOf(db, table));
  const rows = db
    .selectFrom(sql`${sql.table(table)}`.as('row'))
    .select([sql<string>`${key}`.as('id'), sql<string>`${sql.ref(column)}`.as('text')])
    .where(sql<boolean>`typeof(${sql.ref(column)}) = 'text'`)
    .stream();
  const wrong: string[] = [];
  for await (const { id, text } of rows) {
    if (!isPossible(text)) wrong.push(id);
    if (wrong.length > limits.problemsOfASort) break;
  }
  return wrong;
}
