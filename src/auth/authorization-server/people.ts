import type { Db } from '../../store/tables.ts';

/** A person who signs in, as shown to them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
}

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
