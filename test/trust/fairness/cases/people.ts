import { accessToken } from '../../../support/product.ts';
import { accountAt } from '../../../support/rest.ts';
import { inStorage } from '../../../support/storage.ts';
import { addUsers } from '../../../support/users.ts';
import type { Case } from '../case.ts';
import { multiply } from './rows.ts';

/** The people of an organisation, who come from a directory. */
const employees = 100_000;

const admins: Case<{ readonly token: string; readonly userId: string }> = {
  name: 'admins',
  does: `as the only admin of an organisation of ${employees.toLocaleString('en')}, invites people, adds them, and tries to be a member`,
  async prepare({ dataFolder, url }) {
    const [boss, one] = ['boss@large.test', `one@large${'0'.repeat(26)}`];
    const { [boss]: userId } = await addUsers(dataFolder, { email: boss, role: 'admin', organization: 'Large' });
    const { [one]: id } = await addUsers(dataFolder, { email: one });
    await inStorage(dataFolder, async (tx) => {
      const place = tx.selectFrom('users').select('organization_id').where('id', '=', userId!);
      await tx
        .updateTable('users')
        .set(await place.executeTakeFirstOrThrow())
        .where('id', '=', id!)
        .execute();
      await multiply(tx, 'users', ['id', 'email'], id!, employees);
    });
    const scope = 'workspace.read workspace.write workspace.admin';
    const token = await accessToken(dataFolder, '--user', boss, '--expires', '12h', '--scope', scope);
    await accountAt(url, token).done('GET /me');
    return { token, userId: userId! };
  },
  attacks: [
    ({ anonymous, keep }, { token, userId }) => {
      const headers = { authorization: `Bearer ${token}` };
      const person = (number: number) => ({ email: `new-${number}@large.test` });
      return keep(3, (number) =>
        number % 3 === 0
          ? anonymous.api('POST /admin/invitations', person(number), headers)
          : number % 3 === 1
            ? anonymous.api('POST /admin/users', { ...person(number), name: 'New', role: 'member' }, headers)
            : anonymous.api(`PATCH /admin/users/${userId}`, { role: 'member' }, headers),
      );
    },
  ],
  broken: ({ got }) => (got['201'] && got['403'] ? [] : ['nobody was invited or added, or the admin became a member']),
};

export const ofPeople = [admins];
