import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { check, sound } from '../../support/check.ts';
import { answersIn } from '../../support/crawling.ts';
import { madeDataSet } from '../../support/data-sets.ts';
import { everyResult, routeSearch } from '../../support/finding.ts';
import { importCsv } from '../../support/imports.ts';
import { folderOfEverything, moved, served } from '../../support/moving.ts';
import { patience } from '../../support/patience.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn } from '../../support/product.ts';
import { Random } from '../../support/random.ts';
import type { Account } from '../../support/rest.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a database that is moved', () => {
  test('answers the same on the server, and back in its folder', async () => {
    const [folder, address] = [await folderOfEverything(), await freshDatabase()];
    // An answer that was read once is in the inbox no longer.
    await served(folder, answersIn);
    const before = await served(folder, answersIn);
    const { tables, stderr } = await moved(folder, address);
    const copied = stderr.split('\n').filter((line) => line.endsWith('equal on both sides'));
    expect(tables - copied.length).toBeLessThan(5);
    const names = (await readdir(folder)).filter((name) => /^(workspace|database)/.test(name));
    expect(names.sort()).toEqual(['database-url', 'workspace-moved.db']);
    expect(await served(folder, answersIn)).toEqual(before);
    expect(await check(folder)).toEqual(sound);

    await moved(folder, 'folder');
    expect(await check(folder)).toEqual(sound);
    expect(await served(folder, answersIn)).toEqual(before);
  });

  test('lets its clients go on: keys, cursors, ETags and activity', async () => {
    const [folder, address] = [await folderOfEverything(), await freshDatabase()];
    const post = (account: Account, channel: string) =>
      account.call(`POST /channels/${channel}/posts`, { body: 'said once' }, { 'idempotency-key': 'once' });
    const before = await served(folder, async (account) => {
      const channel = (await account.done('GET /channels')).channels[0]!.id;
      const posted = await post(account, channel);
      const { nextCursor: cursor } = await account.done('GET /artifacts?limit=1');
      const { bytes: second } = await account.call(`GET /artifacts?limit=1&cursor=${cursor}`);
      const { nextCursor: after } = await account.done('GET /activity?limit=100');
      const etag = (await account.call('GET /artifacts')).headers.get('etag')!;
      return { channel, posted, cursor, second, after, etag };
    });
    for (const to of [address, 'folder']) {
      await moved(folder, to);
      await served(folder, async (account) => {
        expect((await post(account, before.channel)).bytes).toEqual(before.posted.bytes);
        const unchanged = await account.call('GET /artifacts', undefined, { 'if-none-match': before.etag });
        expect(unchanged.status).toBe(304);
        const { bytes } = await account.call(`GET /artifacts?limit=1&cursor=${before.cursor}`);
        expect(bytes).toEqual(before.second);
        const name = `Made ${to.slice(0, 6)}`;
        const { channel } = await account.done('POST /channels', { name });
        const { items } = await account.done(`GET /activity?after=${before.after}`);
        expect(JSON.stringify(items.at(-1))).toContain(channel.id);
        const field = { key: 'note', label: 'Note', type: 'text' };
        await madeDataSet(account, channel.id, { name, objectType: 'made', fields: [field] });
      });
    }
    expect(await check(folder)).toEqual(sound);
  });

  test('ranks what it finds as before', async () => {
    const [folder, address] = [await folderOfItsOwn(), await freshDatabase()];
    await served(folder, fillWithCommonWords);
    const before = await served(folder, rankings);
    expect(before['harbour']!.length).toBe(rowsOfCommonWords + 1);
    await moved(folder, address);
    expect(await served(folder, rankings)).toEqual(before);
  });
});

const rowsOfCommonWords = 600;

/** Texts of many lengths, all of which hold one word. */
async function fillWithCommonWords(account: Account): Promise<void> {
  const random = new Random(7);
  const text = (most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(['crane', 'rope', 'tide', 'late', 'pier'])).join(' ');
  const rows = Array.from({ length: rowsOfCommonWords }, (_, row) => `Row ${row} ${text(4)},harbour ${text(12)}`);
  await importCsv(account, 'general', ['title,text', ...rows].join('\n'));
  const content = `The harbour ${text(400)}`;
  const idempotencyKey = 'guide';
  await account.done('POST /artifacts', {
    kind: 'markdown',
    title: 'Guide',
    content,
    channelId: 'general',
    idempotencyKey,
  });
  const found = async () => (await everyResult(routeSearch(account), { q: 'harbour', limit: 50 })).length;
  await expect.poll(found, patience).toBe(rowsOfCommonWords + 1);
}

async function rankings(account: Account) {
  const found: Record<string, unknown[]> = {};
  for (const q of ['harbour', 'harbour crane', 'tide rope late', '"harbour crane"', 'har'])
    found[q] = await everyResult(routeSearch(account), { q, limit: 50 });
  return found;
}
