import { describe, expect, test } from 'vitest';
import { scopes } from '../../../schemas/operation.ts';
import { severalGateways } from '../../support/gateways.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { printedToken } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';

const mia = 'mia@workspace.test';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('rights that one gateway changes', () => {
  const { started } = severalGateways();

  test('hold at once at another, which knows the caller with the rights of before', async () => {
    const { folders, gateways } = await started(2);
    const everything = ['--scope', scopes.join(' ')];
    const admin = accountAt(gateways[0]!.url, await printedToken(folders[0]!, ...everything));
    const { session } = await admin.done('POST /sessions', { title: 'Of the admin' });
    const { user } = await admin.done('POST /admin/users', { email: mia, name: 'Mia' });
    const miasAccount = accountAt(gateways[1]!.url, await printedToken(folders[0]!, '--user', mia));
    const sees = async () => (await miasAccount.call(`GET /sessions/${session.id}`)).status;
    expect([await sees(), await sees()]).toEqual([404, 404]);
    await admin.done(`PATCH /admin/users/${user.userId}`, { role: 'admin' });
    expect([await sees(), await sees()]).toEqual([200, 200]);
    await admin.done(`PATCH /admin/users/${user.userId}`, { role: 'member' });
    expect([await sees(), await sees()]).toEqual([404, 404]);
    await admin.done(`DELETE /admin/users/${user.userId}`);
    expect([await sees(), await sees()]).toEqual([401, 401]);
  });
});
