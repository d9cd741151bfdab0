import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { backToSchema } from '../support/older-folders.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addedSource, synced } from '../support/sources.ts';

const cli = { 'workspace-interface': 'cli' };
const app = { 'workspace-interface': 'app' };
const fields = [{ key: 'note', label: 'Note', type: 'text' }];

async function startAt(dataFolder: string) {
  const gateway = await startGateway(dataFolder);
  return { gateway, account: accountAt(gateway.url, await accessToken(dataFolder)) };
}

test('through what a folder of the release before was filled is told, as far as it was noted', async () => {
  const dataFolder = await temporaryFolder();
  const before = await startAt(dataFolder);
  const { done } = before.account;
  const file = (await done('POST /files', form(['file', textFile('text'), 'a.txt']), cli)).file;
  const started = (await done('POST /sessions', { title: 'Started' }, cli)).session;
  const asked = (await done('POST /queries', { mode: 'session', question: 'What is new?' }, app)).query;
  const at = '/channels/general';
  const { objectTypeId } = (await done(`POST ${at}/data-sets`, { name: 'Notes', fields })).dataSet;
  const created = (await done(`POST ${at}/records`, { objectTypeId, title: 'Created' }, cli)).record;
  const changed = (await done(`POST ${at}/records`, { objectTypeId, title: 'Changed' }, cli)).record;
  await done(`PATCH ${at}/records/${changed.id}`, { title: 'Changed since' }, app);
  const rows = form(['file', textFile('Title,Note\nImported,x\n'), 'rows.csv'], ['titleColumn', 'Title']);
  await done(`POST ${at}/data-sets/${objectTypeId}/import`, rows, app);
  const everything = async ({ done }: typeof before.account) => {
    const sessions = (await done('GET /sessions')).sessions;
    const { messages } = await done(`GET /sessions/${asked.sessionId}/messages`);
    const records = [created, changed].map(async ({ id }) => (await done(`GET ${at}/records/${id}`)).record);
    return {
      file: (await done(`GET /files/${file.id}`)).file.interfaceType,
      started: sessions.find(({ id }) => id === started.id)?.interfaceType,
      asked: sessions.find(({ id }) => id === asked.sessionId)?.interfaceType,
      question: messages[0]?.interfaceType,
      records: (await Promise.all(records)).map(({ interfaceType }) => interfaceType),
    };
  };
  const noted = { file: 'cli', started: 'cli', asked: 'app', question: 'app', records: ['cli', 'app'] };
  expect(await everything(before.account)).toEqual(noted);
  await expect.poll(async () => (await imported(before.account))?.interfaceType).toBe('app');
  await stop(before.gateway.process);

  await toReleaseBefore(dataFolder);
  const { account } = await startAt(dataFolder);
  expect(await everything(account)).toEqual(noted);
  expect(await imported(account)).not.toHaveProperty('interfaceType');
  await expectSound(dataFolder);
});

const toReleaseBefore = (dataFolder: string) => backToSchema(dataFolder, 6);

const imported = async ({ done }: ReturnType<typeof accountAt>) =>
  (await done('GET /search?q=imported&types=["record"]')).results[0];

test('changes of a connected source came through no surface', async () => {
  const dataFolder = await temporaryFolder();
  const csv = join(dataFolder, 'source.csv');
  await writeFile(csv, 'key,title\n1,First\n');
  const { gateway, account } = await startAt(dataFolder);
  const source = await addedSource(dataFolder, '--name', 'Rows', '--csv', csv, '--key', 'key');
  const at = '/channels/general';
  await account.done(`PATCH ${at}/data-sets/${source.objectTypeId}`, {
    fields: [{ key: 'contract', label: 'Contract', type: 'file' }],
  });
  const { results } = await account.done('GET /search?types=["record"]');
  const record = async (by = account) => (await by.done(`GET ${at}/records/${results[0]!.id}`)).record;
  expect(await record()).not.toHaveProperty('interfaceType');
  const upload = form(['file', textFile('text'), 'contract.txt'], ['channelId', 'general']);
  const { file } = await account.done('POST /files', upload);
  await account.done(`PATCH ${at}/records/${results[0]!.id}`, { values: { contract: file.id } }, app);
  expect((await record()).interfaceType).toBe('app');
  await writeFile(csv, 'key,title\n1,Renamed\n');
  expect(await synced(dataFolder, source)).toBe('+0 ~1 -0');
  expect(await record()).toMatchObject({ title: 'Renamed', values: { contract: file.id } });
  expect(await record()).not.toHaveProperty('interfaceType');

  await stop(gateway.process);
  await toReleaseBefore(dataFolder);
  expect(await record((await startAt(dataFolder)).account)).not.toHaveProperty('interfaceType');
});
