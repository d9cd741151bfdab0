import { expect, onTestFinished, test } from 'vitest';
import { DatabaseAdapter } from '../../src/auth/authorization-server/adapter.ts';
import { grantStands } from '../../src/auth/grants.ts';
import { openDatabase } from '../../src/store/database.ts';
import { placesIn } from '../../src/workspace/open.ts';
import { temporaryFolder } from '../support/product.ts';

test.each(['AuthorizationCode', 'RefreshToken'])(
  'of two uses of one %s that were both found unused, one is a replay and ends the grant',
  async (kind) => {
    const { database: path } = placesIn(await temporaryFolder());
    const database = await openDatabase({ path });
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
