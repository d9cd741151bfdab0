import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { check, sound } from '../../support/check.ts';
import { answersIn } from '../../support/crawling.ts';
import { madeDataSet } from '../../support/data-sets.ts';
import { folderOfEverything, moved, served } from '../../support/moving.ts';
import { freshDatabase, postgresPrograms } from '../../support/postgres.ts';
import type { Account } from '../../support/rest.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a database that is moved', () => {
  test('answers the same on the server, and back in its folder', async () => {
    const [folder, address] = [await folderOfEverything(), await freshDatabase()];
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
});
