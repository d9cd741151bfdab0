import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snippetsSql } from '../../src/store/sqlite/text-index/fulltext.ts';
import { everyResult, type Find, routeSearch } from '../support/finding.ts';
import { sendCsv } from '../support/imports.ts';
import { indexed } from '../support/index.ts';
import { childrenOf } from '../support/processes.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

/** More hits than the gateway ranks by itself. */
const rowCount = 1_200;
const rows = Array.from({ length: rowCount }, (_, number) => ({
  title: `Row ${number}`,
  text: `${'common '.repeat(1 + (number % 3))}${number < 10 ? 'rare' : number < 200 ? 'scarce' : 'usual'}`,
}));

let dataFolder = '';
let gateway: Gateway;
let find: Find;

beforeAll(async () => {
  dataFolder = await newDataFolder();
  gateway = await listening(spawnGateway(dataFolder));
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  find = routeSearch(account);
  await sendCsv(account, 'general', `title,text\n${rows.map(({ title, text }) => `${title},${text}\n`).join('')}`);
});
beforeEach(() => indexed(dataFolder));
afterAll(async () => {
  await stop(gateway.process);
  await rm(dataFolder, { recursive: true, force: true });
});

const helpers = () => childrenOf(gateway.process.pid!);

describe('a search', () => {
  test('for a word of few texts is answered by the gateway itself', async () => {
    expect(await everyResult(find, { q: 'rare' })).toHaveLength(10);
    expect(helpers()).toEqual([]);
  });

  test('that shows many snippets has them cut in a process of its own', async () => {
    await find({ q: 'scarce', limit: 200 });
    expect(helpers()).toHaveLength(1);
  });

  test('cuts snippets of the passages that it shows, and of no others that hold the words', async () => {
    const cut = await inStorage(dataFolder, async (db) => {
      const passage = await db
        .selectFrom('passages')
        .select(['id', 'home', 'title', 'body'])
        .where('body', 'like', '%common%')
        .executeTakeFirstOrThrow();
      const { rows } = await snippetsSql([{ ...passage, terms: ['common'] }]).execute(db);
      return { id: passage.id, passages: rows.map(({ passage }) => passage) };
    });
    expect(cut.passages).toEqual([cut.id]);
  });

  test('for words of very many is ranked in a process of its own', async () => {
    await find({ q: 'rare common' });
    expect(helpers()).toHaveLength(1);
  });

  test('for words of many has a snippet of each hit', async () => {
    const results = await everyResult(find, { q: 'scarce', limit: 200 });
    expect(results).toHaveLength(190);
    expect(results.every(({ snippet }) => snippet.includes('scarce'))).toBe(true);
  });

  test('for words of very many is ranked page by page, the rarer words first', async () => {
    const results = await everyResult(find, { q: 'rare common', limit: 200 });
    expect(results.map(({ title }) => title).sort()).toEqual(rows.map(({ title }) => title).sort());
    const rarest = new Set(rows.slice(0, 10).map(({ title }) => title));
    expect(new Set(results.slice(0, 10).map(({ title }) => title))).toEqual(rarest);
  });
});
