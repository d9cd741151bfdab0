import { expect, test } from 'vitest';
import { scopes } from '../../schemas/operation.ts';
import { signIn } from '../../src/auth/accounts.ts';
import { openStore } from '../../src/folder/open.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const second = 'second@workspace.test';
const gateway = sharedGateway({ email: mia }, { email: second, role: 'admin' });

const administering = async (...user: string[]) =>
  accountAt(gateway.url, await accessToken(gateway.dataFolder, ...user, '--scope', scopes.join(' ')));

test('a user gets an address once, which is nobody else’s, and the user of the machine only by themselves', async () => {
  const admin = await administering();
  const other = await administering('--user', second);
  const { userId } = await admin.done('GET /me');
  const address = (email: string, by = admin, user = userId) => by.call(`PATCH /admin/users/${user}`, { email });
  expectProblem(await address('owner@workspace.test', other), 'forbidden');
  expectProblem(await address(mia), 'already_exists');
  expectProblem(await address('nobody'), 'invalid_request');
  const password = { password: 'a sentence of the owner' };
  expectProblem(await admin.call(`PUT /admin/users/${userId}/password`, password), 'invalid_request');
  for (const email of ['Owner@workspace.test', 'owner@workspace.test'])
    expect((await address(email)).body.user).toMatchObject({ userId, email: 'owner@workspace.test' });
  expectProblem(await address('other@workspace.test'), 'invalid_request', ['/email']);
  expectProblem(await address('other@workspace.test', admin, second), 'invalid_request', ['/email']);
  expectProblem(await other.call(`PUT /admin/users/${userId}/password`, password), 'forbidden');
  await admin.done(`PUT /admin/users/${userId}/password`, password);
  const database = await openStore(gateway.dataFolder);
  const given = { email: 'owner@workspace.test', password: password.password, address: '192.0.2.1' };
  expect(await signIn(database, given)).toHaveProperty('userId', userId);
  await database.close();
});
