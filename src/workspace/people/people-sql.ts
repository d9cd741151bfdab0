import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';

export interface PeoplePage {
  readonly organizationId: string;
  /** The last person of the page before. */
  readonly name: string;
  readonly id: string;
  readonly take: number;
}

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
}

const isPresent = (organizationId: string): RawBuilder<boolean> =>
  sql`(users.organization_id = ${organizationId} and users.removed_at is null)`;

/** The bound of the name alone is there for the index. SQLite does not find its expression in a row value. */
const page = ({ organizationId, name, id, take }: PeoplePage, condition: RawBuilder<unknown>) =>
  sql<PersonRow>`select users.id, users.name, users.email, users.role from users
    where ${isPresent(organizationId)} and folded(users.name) >= folded(${name})
      and (folded(users.name), users.id) > (folded(${name}), ${id}) and ${condition}
    order by folded(users.name), users.id limit ${take}`;

export const findPeople = prepared((db, by: PeoplePage) => ({ compile: () => page(by, sql`true`).compile(db) }));

/** The people with these IDs, a JSON array. Removed people are among them. */
export const findPeopleWith = prepared((db, by: { organizationId: string; ids: string }) => ({
  compile: () =>
    sql<PersonRow>`select users.id, users.name, users.email, users.role
      from json_each(${by.ids}) as asked cross join users on users.id = asked.value
      where users.organization_id = ${by.organizationId}
      order by folded(users.name), users.id`.compile(db),
}));

/** A page of the people whose name or address holds each word. It may look at everybody in the organisation. */
export const peopleHolding = (db: Db, by: PeoplePage, words: readonly string[]) =>
  page(
    by,
    sql`not exists (select 1 from json_each(${JSON.stringify(words)}) as word
      where instr(folded(users.name), word.value) = 0 and coalesce(instr(folded(users.email), word.value), 0) = 0)`,
  ).compile(db);

/** How many people there are, at most `most`. */
export const countPeople = prepared((db, by: { organizationId: string; most: number }) => ({
  compile: () =>
    sql<{ count: number }>`select count(*) as count from (
      select 1 from users where ${isPresent(by.organizationId)} limit ${by.most}) as counted`.compile(db),
}));
