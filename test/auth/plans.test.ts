import { expect, test } from 'vitest';
import { oldestOfFullest } from '../../src/auth/authorization-server/adapter.ts';
import { oldestUnusedOfFullest } from '../../src/auth/authorization-server/clients.ts';
import { authorizationsFor, authorizationsOf, issued, outdated } from '../../src/auth/forgetting.ts';
import type { Db } from '../../src/store/tables.ts';
import { runDirectly } from '../../src/store/engine.ts';
import { outlivedKeys } from '../../src/workspace/operation/idempotency.ts';
import { temporaryFolder } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

const removals = {
  outlivedKeys,
  ...Object.fromEntries(outdated.map((removal) => [removal.name, removal])),
  oldestOfFullest,
  oldestUnusedOfFullest,
  issued: (db: Db) => issued(db, 'grant'),
  issuedOfKind: (db: Db) => issued(db, 'grant', 'RefreshToken'),
  authorizationsOf: (db: Db) => authorizationsOf(db, 'usr'),
  authorizationsFor: (db: Db) => authorizationsFor(db, 'client'),
};

test('rows are found by an index where they are removed', async () => {
  const plans = await inStorage(await temporaryFolder(), (db) =>
    Promise.all(
      Object.entries(removals).map(async ([name, removal]) => {
        const { sql, parameters } = removal(db).compile();
        const plan = await runDirectly<{ detail: string }>(db, `explain query plan ${sql}`, parameters);
        return [name, plan.map(({ detail }) => detail)] as const;
      }),
    ),
  );
  for (const [name, steps] of plans)
    expect([name, steps.filter((step) => !/SEARCH|SUBQUERY|INDEX|TEMP/.test(step))]).toEqual([name, []]);
});
