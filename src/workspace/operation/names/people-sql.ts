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

/** The readers of a channel, and the folded beginnings of names as a JSON array. */
interface Asked {
  readonly organizationId: string;
  readonly channelId: string;
  readonly beginnings: string;
}

/**
 * Readers of a channel whose name has one of these folded beginnings, or whose address has one before its `@`.
 * Each beginning finds one person more than are shown as candidates. A private channel with few members answers all of
 * them. In a larger one, a beginning that very many colleagues share finds nobody.
 */
export async function readersCalled(db: Db, asked: Asked): Promise<readonly Called[]> {
  const { organizationId, channelId } = asked;
  const members = await membersOfPrivate(db, { organizationId, channelId });
  if (members.length > fewMembers) return membersCalled(db, { ...asked });
  return members.length > 0 ? members : everybodyCalled(db, { ...asked });
}

const fewMembers = 1_000;

/** Some members of a private channel, at most one more than are few. Unless materialized, SQLite sorts all of them. */
const membersOfPrivate = prepared((db, by: Omit<Asked, 'beginnings'>) => ({
  compile: () =>
    sql<Called>`with called as materialized (
        select users.id, users.name, users.email
        from channels cross join channel_members as member on member.channel_id = channels.id
        cross join users on users.id = member.user_id
        where channels.id = ${by.channelId} and channels.visibility = 'private'
          and users.organization_id = ${by.organizationId} and users.removed_at is null
        limit ${sql.lit(fewMembers + 1)})
      select * from called order by name, id`.compile(db),
}));

/** One person more than are shown as candidates. */
const shown = limits.candidates + 1;

/** All read an open channel, so the first who are called so are its readers. */
const everybodyCalled = prepared(calledBy({ looked: shown, isFound: sql`true` }));

/** Colleagues of one beginning who may be looked at, to see whether they are members. */
const fewNamesakes = 50;

const membersCalled = prepared(
  calledBy({ looked: fewNamesakes + 1, isFound: sql`named.namesakes <= ${sql.lit(fewNamesakes)}` }),
);

/** Walks an index of names and one of addresses, to the first people of each beginning. */
function calledBy({ looked, isFound }: { readonly looked: number; readonly isFound: RawBuilder<unknown> }) {
  return (db: Db, by: Asked) => {
    const first = (index: string, isCalled: RawBuilder<unknown>) => sql`
      select called.id, called.name, called.email
      from json_each(${by.beginnings}) as asked cross join json_each((select json_group_array(id) from (
        select users.id from (select looked.*, count(*) over () as namesakes from (
            select users.id, folded(users.name) as folded_name
            from users indexed by ${sql.raw(index)}
            where users.organization_id = ${by.organizationId} and users.removed_at is null and ${isCalled}
            order by folded(users.name), users.id limit ${sql.lit(looked)}) as looked) as named
        cross join users on users.id = named.id cross join channels on channels.id = ${by.channelId}
        where ${isFound} and ${channelIsReadable(everyone)}
        order by named.folded_name, users.id limit ${sql.lit(shown)}) as first)) as found
      cross join users as called on called.id = found.value`;
    const named = first(
      'users_by_name',
      sql`folded(users.name) >= asked.value and folded(users.name) < asked.value || '!'`,
    );
    const addressed = first('users_by_address', sql`${beforeTheSign} = asked.value`);
    return { compile: () => sql<Called>`${named} union ${addressed} order by 2, 1`.compile(db) };
  };
}

/** As the index `users_by_address` has it. */
const beforeTheSign = sql`substr(folded(users.email), 1, instr(folded(users.email) || '@', '@') - 1)`;
