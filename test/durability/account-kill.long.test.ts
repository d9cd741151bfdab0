import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { scopes } from '../../schemas/operation.ts';
import { isPasswordOf } from '../../src/auth/passwords.ts';
import {
  addClient,
  authorizationUrl,
  Browser,
  exchangeCode,
  givePasswords,
  password,
} from '../support/authorization.ts';
import { expectSound } from '../support/check.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

const mia = 'mia@workspace.test';

/** A folder in which Mia has a password, and is signed in. */
async function signedIn() {
  const dataFolder = await temporaryFolder();
  const { [mia]: userId } = await addUsers(dataFolder, { email: mia });
  await givePasswords(dataFolder, mia);
  const client = await addClient(dataFolder);
  const gateway = await startGateway(dataFolder);
  const code = (await new Browser(gateway.url).authorize(authorizationUrl(gateway.url, client), mia)).get('code')!;
  await exchangeCode(gateway.url, client, code);
  const account = accountAt(gateway.url, await accessToken(dataFolder, '--user', mia));
  return { dataFolder, userId: userId!, gateway, account };
}

/** All that the change of a password stores. */
const stored = (dataFolder: string, userId: string) =>
  inStorage(dataFolder, async (db) => {
    const { hash } = await db.selectFrom('passwords').select('hash').executeTakeFirstOrThrow();
    const signIns = await db.selectFrom('authorizations').select('kind').execute();
    const audit = db.selectFrom('audit_events').select('id').where('action', '=', 'user.password_set');
    const { tokens_valid_from } = await db
      .selectFrom('users')
      .select('tokens_valid_from')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return {
      hash,
      isSignedIn: signIns.length > 0,
      isAudited: (await audit.execute()).length === 1,
      endedTokens: tokens_valid_from > 0,
    };
  });

const passwords = { currentPassword: password, password: 'another horse' };

test.each([0, 40, 80, 120, 160, 240])(
  'a new password is there with all that it ends, or not at all, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const { dataFolder, userId, gateway, account } = await signedIn();
    const answer = account.call('PUT /me/password', passwords).catch((error: unknown) => error);
    await pause(milliseconds);
    gateway.process.kill('SIGKILL');
    await answer;
    const { hash, isSignedIn, isAudited, endedTokens } = await stored(dataFolder, userId);
    const isNew = await isPasswordOf(hash, passwords.password, 'test');
    expect(await isPasswordOf(hash, password, 'test')).toBe(!isNew);
    expect({ isSignedIn, isAudited, endedTokens }).toEqual({
      isSignedIn: !isNew,
      isAudited: isNew,
      endedTokens: isNew,
    });
    await expectSound(dataFolder);
  },
);

test('a new password and an ended sign-in that were answered are there after a kill', async () => {
  const { dataFolder, userId, gateway, account } = await signedIn();
  const { signIns } = await account.done('GET /me/sign-ins');
  for (const { id } of signIns) await account.done(`DELETE /me/sign-ins/${id}`);
  await account.done('PUT /me/password', passwords);
  gateway.process.kill('SIGKILL');
  const { hash, isSignedIn, endedTokens } = await stored(dataFolder, userId);
  expect(await isPasswordOf(hash, passwords.password, 'test')).toBe(true);
  expect([isSignedIn, endedTokens]).toEqual([false, true]);
  await expectSound(dataFolder);
});

test.each([0, 40, 80, 120, 160, 240])(
  'an account is made with its password and its invitation is used, or neither, when the gateway is killed after %i ms',
  async (milliseconds) => {
    const dataFolder = await temporaryFolder();
    const gateway = await startGateway(dataFolder);
    const admin = accountAt(gateway.url, await accessToken(dataFolder, '--scope', scopes.join(' ')));
    const { link } = await admin.done('POST /admin/invitations', { email: mia, name: 'Mia' });
    const secret = link.split('/').at(-1)!;
    const accept = (url: string) => accountAt(url).call(`POST /invitations/${secret}`, { password });
    const answer = accept(gateway.url).catch((error: unknown) => error);
    await pause(milliseconds);
    gateway.process.kill('SIGKILL');
    await answer;
    const [accounts, hashes, uses] = await inStorage(dataFolder, (db) =>
      Promise.all([
        db.selectFrom('users').select('id').where('email', '=', mia).execute(),
        db.selectFrom('passwords').select('hash').execute(),
        db.selectFrom('invitations').select('id').where('used_at', 'is not', null).execute(),
      ]),
    );
    const isMade = accounts.length === 1;
    expect([hashes.length, uses.length]).toEqual(isMade ? [1, 1] : [0, 0]);
    await expectSound(dataFolder);
    const again = await startGateway(dataFolder);
    expect((await accept(again.url)).status).toBe(isMade ? 403 : 201);
  },
);
