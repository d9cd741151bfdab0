import { expect, test } from 'vitest';
import { runDirectly } from '../../src/store/engine.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

/** If each waited ten seconds behind the other, they would need two minutes. */
const writers = 12;

test('writes that wait for the lock of another process are all refused when the first is, and reads go on', async () => {
  const dataFolder = await temporaryFolder();
  const gateway = await startGateway(dataFolder);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const write = () => account.call('POST /sessions', {});
  await inStorage(dataFolder, async (tx) => {
    // A server ends a transaction that does nothing.
    const busy = setInterval(() => void runDirectly(tx, 'select 1', []), 1_000);
    const answers = Array.from({ length: writers }, write);
    expect((await account.call('GET /channels')).status).toBe(200);
    for (const { status, headers, body } of await Promise.all(answers)) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
      expect(body.detail).toBe('Another process keeps the workspace busy; nothing was stored. Try again in a moment.');
    }
    clearInterval(busy);
  });
  expect((await write()).status).toBe(201);
});
