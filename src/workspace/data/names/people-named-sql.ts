import { sql } from 'kysely';
import { limits } from '../../../../schemas/limits.ts';
import { prepared } from '../../../store/prepared.ts';

export interface PersonNamed {
  readonly id: string;
  /** An e-mail address. */
  readonly key: string | null;
  readonly name: string;
}

/**
 * The people of an organisation who have one of these e-mail addresses or names, both folded and as JSON arrays. One
 * more of a name than a refusal shows.
 */
export const peopleNamed = prepared((db, by: { organizationId: string; addresses: string; names: string }) => ({
  compile: () =>
    sql<PersonNamed>`select users.id, users.email as key, users.name
      from json_each(${by.addresses}) as address cross join users on users.email = address.value
      where users.organization_id = ${by.organizationId} and users.removed_at is null
      union select users.id, users.email, users.name
      from json_each(${by.names}) as called cross join users on users.id in (
        select person.id from users as person
        where person.organization_id = ${by.organizationId} and person.removed_at is null
          and folded(person.name) = called.value
        order by person.id limit ${sql.lit(limits.candidates + 1)})`.compile(db),
}));
