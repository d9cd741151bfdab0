import { limits } from '../../../schemas/limits.ts';
import type { Colleague } from '../../../schemas/people.ts';
import { lightRows } from '../../store/scan.ts';
import { folded } from '../../text/folding.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import {
  countPeople,
  findPeople,
  findPeopleWith,
  peopleHolding,
  type PeoplePage,
  type PersonRow,
} from './people-sql.ts';

export const people: Handlers<'people'> = {
  async list(context, { ids, ...input }) {
    if (ids) return { people: (await peopleWith(context, ids)).map(shown) };
    const page = openPage(context, input);
    const [name = '', id = ''] = (page.after ?? []).map(String);
    const asked = { organizationId: context.caller.organizationId, name, id, take: page.take };
    const words = wordsOf(input.q ?? '');
    const found = await (words.length > 0
      ? searched(context, asked, words)
      : context.database.read((db) => findPeople(db, asked)));
    const { rows, nextCursor } = page.close(found, (person) => [person.name, person.id]);
    return { people: rows.map(shown), nextCursor };
  },
};

const peopleWith = ({ caller: { organizationId }, database }: Context, ids: readonly string[]): Promise<PersonRow[]> =>
  database.read((db) => findPeopleWith(db, { organizationId, ids: JSON.stringify([...new Set(ids)]) }));

const wordsOf = (q: string): string[] => [...new Set(folded(q).match(/\S+/g))].slice(0, limits.searchWords);

async function searched(context: Context, by: PeoplePage, words: readonly string[]): Promise<PersonRow[]> {
  const { organizationId } = by;
  const [people] = await context.database.read((db) => countPeople(db, { organizationId, most: lightRows + 1 }));
  const statement = await context.database.read(async (db) => peopleHolding(db, by, words));
  const found = await context.scan(statement, { rows: people!.count * words.length });
  return found.map(([id, name, email, role]) => ({ id, name, email, role }) as PersonRow);
}

const shown = ({ email, ...person }: PersonRow): Colleague => ({ ...person, ...(email !== null && { email }) });
