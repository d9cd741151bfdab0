interface Exception {
  readonly reason: string;
  readonly tables: readonly string[];
  /** A part of each statement. */
  readonly part: RegExp;
}

/** Statements that read or change rows of every organization, each with the reason. */
const exceptions: readonly Exception[] = [
  {
    reason: 'an address signs in to one account of the whole installation',
    tables: ['users', 'passwords'],
    part: /where (?:"users"\.)?"email" =/,
  },
  {
    reason: 'the start looks for the user of this machine',
    tables: ['users'],
    part: /from "users" where "removed_at" is null and "role" = \S+ order by "id"/,
  },
  {
    reason: 'only the highest number is read, and it is of no use without its event',
    tables: ['audit_events'],
    part: /select max\("?number"?\)/,
  },
  {
    reason: 'the event behind the last one of an audience is read, and dropped if it is of another audience',
    tables: ['audit_events'],
    part: /\(select case when audience = \S+ then number end from \(\s*select audience, number from audit_events/,
  },
  {
    reason: 'all questions wait in one line, in which those of one person make room for others',
    tables: ['queries'],
    part: /"?completed_at"? is null/,
  },
  {
    reason: 'texts are extracted and indexed in the order in which they came',
    tables: ['index_queue', 'file_texts', 'files'],
    part: /from "index_queue" order by "queued_at"|file_texts\.status = 'pending'/,
  },
  {
    reason: 'upkeep continues what a process left unfinished',
    tables: ['unshown_versions', 'pending_rows', 'trash'],
    part: /from "(?:unshown_versions|pending_rows)"|"is_purging" =/,
  },
  {
    reason: 'upkeep deletes what has outlived its time',
    tables: ['idempotency_keys', 'invitations', 'ended_histories', 'record_versions', 'webhooks', 'users'],
    part: /"created_at" <|"expires_at" <|"?ended_histories"?|tokens_valid_from > webhooks\.since/,
  },
  {
    reason:
      'one process synchronizes the sources that are due, delivers to all webhooks, and makes the indexes of all Views',
    tables: ['sources', 'data_sets', 'channels', 'webhooks', 'users', 'views', 'learned_indexes'],
    part: /from "sources"|from "webhooks"|select "data_set" from "views"/,
  },
];

export const ofNoTenant = (statement: string, table: string): boolean =>
  exceptions.some(({ tables, part }) => tables.includes(table) && part.test(statement));
