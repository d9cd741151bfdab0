import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseAdapter } from '../../src/auth/authorization-server/adapter.ts';
import { grantStands } from '../../src/auth/grants.ts';
import { keyRing } from '../../src/auth/keys.ts';
import { tokenVerifier } from '../../src/auth/tokens.ts';
import { openStore } from '../../src/folder/open.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { admitUser } from '../../src/workspace/people/user-accounts.ts';
import { makeIssuer, registerIssuer } from '../support/issuers.ts';
import { temporaryFolder } from '../support/product.ts';

test.each(['AuthorizationCode', 'RefreshToken'])(
  'of two uses of one %s that were both found unused, one is a replay and ends the grant',
  async (kind) => {
    const database = await openStore(await temporaryFolder());
    onTestFinished(() => database.close());
    await new DatabaseAdapter(database, 'Grant').upsert('grant', { clientId: 'client' }, 60);
    const adapter = new DatabaseAdapter(database, kind);
    await adapter.upsert('secret', { grantId: 'grant' }, 60);
    expect(await grantStands(database, 'grant')).toBe(true);
    const uses = await Promise.allSettled([adapter.consume('secret'), adapter.consume('secret')]);
    expect(uses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await grantStands(database, 'grant')).toBe(false);
    expect(await adapter.find('secret')).toBeUndefined();
  },
);

test('a subject token that expires while its uses wait for the writer is not good for each of them', async () => {
  const folder = await temporaryFolder();
  const issuer = await makeIssuer('https://issuer.test');
  await registerIssuer(folder, issuer);
  const database = await openStore(folder);
  onTestFinished(() => database.close());
  const publicUrl = () => 'https://workspace.test';
  const keys = keyRing(placesIn(folder).signingKey);
  const verifier = tokenVerifier({ database, keys, installationId: 'ins_1', publicUrl, admit: admitUser });
  const token = await issuer.sign('nia', publicUrl());
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());

  const busy = Promise.withResolvers<void>();
  const writing = database.write('service', () => busy.promise);
  const uses = Promise.allSettled([1, 2, 3].map(() => verifier.useSubjectToken(token)));
  await wait(500); // By then they have been verified, and wait.
  vi.setSystemTime(Date.now() + 3_600_000);
  busy.resolve();
  await writing;
  const outcomes = await uses;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
