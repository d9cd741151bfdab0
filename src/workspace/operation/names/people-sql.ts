import { type RawBuilder, sql } from 'kysely';
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

/** Readers of a channel whose name begins with one of these folded words, or whose address has one first. */
export const readersCalled = prepared((db, by: { organizationId: string; channelId: string; words: string }) => {
  const found = (begins: RawBuilder<unknown>) => sql`
    select users.id, users.name, users.email from json_each(${by.words}) as asked cross join users
      cross join channels on channels.id = ${by.channelId}
    where ${begins} and users.organization_id = ${by.organizationId} and users.removed_at is null
      and ${channelIsReadable(everyone)}`;
  return {
    compile: () =>
      sql<Called>`${found(sql`folded(users.name) >= asked.value and folded(users.name) < asked.value || '!'`)}
        union ${found(sql`users.email >= asked.value || '@' and users.email < asked.value || 'A'`)}
        order by 2, 1`.compile(db),
  };
});
