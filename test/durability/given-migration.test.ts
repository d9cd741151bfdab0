import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { backToSchema } from '../support/older-folders.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { answered } from '../support/questions.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const schemaBefore = 27;

async function startAt(dataFolder: string) {
  const gateway = await startGateway(dataFolder);
  return { gateway, account: accountAt(gateway.url, await accessToken(dataFolder)) };
}

test('the inbox of an older folder says which answers were given, as far as it knew', async () => {
  const dataFolder = await temporaryFolder();
  const before = await startAt(dataFolder);
  const ask = async (through: string) => {
    const question = { mode: 'session', question: `What came through ${through}?` };
    const { query } = await before.account.done('POST /queries', question, { 'workspace-interface': through });
    await answered(before.account, query.id);
    return query.id;
  };
  const [early, late, ofProgram] = [await ask('app'), await ask('cli'), await ask('api')];
  await inStorage(dataFolder, (tx) =>
    tx.updateTable('queries').set({ created_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', late).execute(),
  );
  await stop(before.gateway.process);

  await backToSchema(dataFolder, schemaBefore);
  const { account } = await startAt(dataFolder);
  const told = async () => {
    const items = (await account.done('GET /inbox')).items as { id: string; isGiven?: true }[];
    return items.map(({ id, isGiven }) => [id, isGiven]);
  };
  expect(await told()).toEqual([
    [ofProgram, undefined],
    [late, undefined],
    [early, true],
  ]);
  await account.done(`GET /queries/${late}`);
  expect((await told())[1]).toEqual([late, true]);
  await expectSound(dataFolder);
});
