import { expect, test, vi } from 'vitest';
import { expectSound } from '../support/check.ts';
import { routeSearch, toolSearch } from '../support/finding.ts';
import { startHost } from '../support/hosts.ts';
import { even, indexed, indexedText, word, wordsOf } from '../support/index.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { hostWriter } from '../support/writers.ts';

const MiB = 1024 * 1024;
const lines = (count: number, first = 0) => wordsOf(count, (number) => (number % 9 === 8 ? '\n' : ','), first);

async function uploadText(by: Account, text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), 'large.txt');
  return (await by.done('POST /files', form)).file.id;
}

async function gatewayOn(dataFolder: string) {
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  return { ...gateway, account: accountAt(gateway.url, token) };
}

const queued = (dataFolder: string) =>
  inStorage(dataFolder, (db) => db.selectFrom('index_queue').select('next_offset').executeTakeFirst());

test('a sheet of more than 2 MiB becomes searchable to its last line soon after it is stored', async () => {
  const host = await startHost(await temporaryFolder());
  const sheet = lines(220_000);
  expect(sheet.length).toBeGreaterThan(2 * MiB);
  const { id } = await hostWriter(host).create('Large', sheet, 'csv');

  const find = async (number: number) => (await toolSearch(host)({ q: word(number) })).results;
  expect(await find(0)).toMatchObject([{ id, snippet: expect.stringContaining(word(0)) }]);
  for (const number of [219_999, 110_000]) {
    const result = { id, snippet: expect.stringContaining(word(number)) };
    await expect.poll(() => find(number)).toMatchObject([result]);
  }
  expect(host.log()).toBe('');
});

test('so does an uploaded text of more than 2 MiB, while others go on writing and searching', async () => {
  const { account, log } = await gatewayOn(await temporaryFolder());
  const text = lines(220_000);
  const id = await uploadText(account, text);

  const find = async (number: number) => (await routeSearch(account)({ q: word(number) })).results;
  for (let number = 0; (await find(219_999)).length === 0; number += 1) {
    const title = `meanwhile${number}`;
    const body = { kind: 'markdown', title, content: 'short', idempotencyKey: title };
    const { artifact } = await account.done('POST /artifacts', body);
    expect((await routeSearch(account)({ q: title })).results).toMatchObject([{ id: artifact.id }]);
  }
  expect(await find(219_999)).toMatchObject([{ id, title: 'large.txt' }]);
  expect(log()).not.toMatch(/"level":[456]0/);
});

test('kill -9 in the middle of indexing loses nothing and doubles nothing, although three hosts take it up at once', async () => {
  const dataFolder = await temporaryFolder();
  const { account, process: victim } = await gatewayOn(dataFolder);
  const text = lines(450_000);
  const id = await uploadText(account, text);
  await vi.waitFor(async () => expect((await queued(dataFolder))?.next_offset).toBeGreaterThan(MiB), 20_000);
  await stop(victim, 'SIGKILL');
  const left = await queued(dataFolder);
  expect(left?.next_offset).toBeLessThan(text.length);
  await expectSound(dataFolder);

  const hosts = await Promise.all([1, 2, 3].map(() => startHost(dataFolder)));
  await indexed(dataFolder);
  expect((await indexedText(dataFolder, id)) === even(text)).toBe(true);
  for (const host of hosts) {
    expect((await toolSearch(host)({ q: word(449_999) })).results).toMatchObject([{ id }]);
    expect(host.log()).toBe('');
  }
  await expectSound(dataFolder);
});
