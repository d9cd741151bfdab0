import { expect, test } from 'vitest';
import { authorizationsOf } from '../../src/auth/accounts.ts';
import { unusedClients } from '../../src/auth/authorization-server/clients.ts';
import { runDirectly } from '../../src/store/driver.ts';
import { temporaryFolder } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

test('what a person has let in, and clients that nobody has, are deleted by an index and not one by one', async () => {
  const plans = await inStorage(await temporaryFolder(), async (db) =>
    [authorizationsOf(db, 'usr'), unusedClients(db, '2026-01-01')].map((query) => {
      const { sql, parameters } = query.compile();
      const plan = runDirectly<{ detail: string }>(db, `explain query plan ${sql}`, parameters);
      return plan.map(({ detail }) => detail).join('\n');
    }),
  );
  expect(plans).toEqual([
    'SEARCH authorizations USING INDEX authorizations_by_account (<expr>=?)',
    expect.stringMatching(/^SEARCH clients USING INDEX clients_by_age \(registered_by=\? AND created_at<\?\)/),
  ]);
  expect(plans.join('\n')).not.toContain('SCAN');
});
