import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../../schemas/limits.ts';
import { prepared } from '../../../store/prepared.ts';
import type { Db } from '../../../store/tables.ts';
import { channelIsReadable, everyone, type Reader } from '../access.ts';
import { beginsWith, fewNamed, namedColumns } from './named-sql.ts';
import { mayBeName, type Named, theOnly } from './names.ts';

/** A colleague by ID, e-mail address or name. Another organisation's user answers as an unknown one. */
export async function colleagueId(db: Db, { organizationId }: Reader, given: string): Promise<string> {
  const [known] = await findColleague(db, { organizationId, given });
  if (known) return known.id;
  return theOnly('user', given, (name) => peopleNamedLike(db, { organizationId, name }));
}

/** Who acted, as a filter names them. People who were removed are named by ID. */
export const actorOf = async (db: Db, reader: Reader, given: string | undefined): Promise<string | undefined> =>
  given !== undefined && mayBeName(given) ? colleagueId(db, reader, given) : given;

const findColleague = prepared((db, by: { organizationId: string; given: string }) =>
  db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', by.given), eb('email', '=', by.given)]))
    .where('organization_id', '=', by.organizationId)
    .where('removed_at', 'is', null),
);

/** The people of an organisation whose name begins with the given one. */
export const peopleNamedLike = prepared((db, by: { organizationId: string; name: string }) => {
  const name = sql.ref('users.name');
  return {
    compile: () =>
      sql<Named>`select ${namedColumns(sql.ref('users.id'), sql.ref('users.email'), name, by.name)} from users
        where users.organization_id = ${by.organizationId} and users.removed_at is null
          and ${beginsWith(name, by.name)} ${fewNamed}`.compile(db),
  };
});

/** A person, as a text may name them. */
export interface Called {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/**
 * Readers of a channel whose name has one of these folded beginnings, or whose address has one before its `@`.
 * Each beginning finds one person more than are shown as candidates. Exact names come first.
 */
export const readersCalled = prepared((db, by: { organizationId: string; channelId: string; beginnings: string }) => {
  const asked = sql`json_each(${by.beginnings}) as asked`;
  const [name, address] = [sql`folded(users.name)`, sql`folded(users.email)`];
  const first = (each: RawBuilder<unknown>, people: RawBuilder<unknown>, isCalled: RawBuilder<unknown>) => sql`
    select id, name, email from (
      select users.id, users.name, users.email,
        row_number() over (partition by ${each} order by ${name}, users.id) as place
      from ${people} cross join channels on channels.id = ${by.channelId}
      where users.organization_id = ${by.organizationId} and users.removed_at is null and ${isCalled}
        and ${channelIsReadable(everyone)}) as called
    where place <= ${sql.lit(limits.candidates + 1)}`;
  const named = first(
    sql`asked.value`,
    sql`${asked} cross join users`,
    sql`${name} >= asked.value and ${name} < asked.value || '!'`,
  );
  // Addresses are unique in all organisations, so their index would lead to those of others.
  const before = sql`substr(${address}, 1, instr(${address}, '@') - 1)`;
  const addressed = first(before, sql`users`, sql`${before} in (select asked.value from ${asked})`);
  return { compile: () => sql<Called>`${named} union ${addressed} order by 2, 1`.compile(db) };
});
