import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { check, sound } from '../../support/check.ts';
import { form, textFile } from '../../support/forms.ts';
import { severalGateways } from '../../support/gateways.ts';
import { patience } from '../../support/patience.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, printedToken, refusedServe, runWorkspace, stop, startGateway } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('several gateways on one database and bucket', () => {
  const { key, started } = severalGateways();
  const serve = (folder: string) => refusedServe('--port', '0', '--data', folder);

  const general = async (account: ReturnType<typeof accountAt>) =>
    (await account.done('GET /channels')).channels.find(({ slug }) => slug === 'general')!.id;
  const post = (account: ReturnType<typeof accountAt>, channelId: string, body: string, once: string) =>
    account.call(`POST /channels/${channelId}/posts`, { body }, { 'idempotency-key': once });

  test('answer as one: what one stored, another reads, and keys are the same', async () => {
    const { address, folders, accounts } = await started(3);
    const [one, two, three] = accounts as [(typeof accounts)[0], (typeof accounts)[0], (typeof accounts)[0]];
    expect((await readdir(folders[0]!)).filter((name) => name.startsWith('signing-key'))).toEqual([]);
    const channelId = await general(one);
    for (let turn = 0; turn < 5; turn += 1) {
      const { body } = await post(accounts[turn % 3]!, channelId, `said ${turn}`, `turn-${turn}`);
      const { items } = await accounts[(turn + 1) % 3]!.done(`GET /channels/${channelId}/feed`);
      expect(JSON.stringify(items[0])).toContain(body.post.id);
    }
    const replies = await Promise.all(accounts.map((account) => post(account, channelId, 'said once', 'same')));
    expect(new Set(replies.map(({ body }) => body.post.id)).size).toBe(1);

    const { uploadUrl } = await one.done('POST /files/prepare', { fileName: 'far.txt' });
    const { pathname, search } = new URL(uploadUrl);
    const text = 'prepared by one, sent to another';
    const sent = await two.call(
      `POST ${pathname.replace('/api/workspace', '')}${search}`,
      form(['file', textFile(text), 'far.txt']),
    );
    const read = await three.call(`GET /files/${sent.body.file.id}/content`);
    expect(createHash('sha256').update(read.bytes).digest('hex')).toBe(createHash('sha256').update(text).digest('hex'));

    const server = new pg.Client({ connectionString: address });
    await server.connect();
    const { rows } = await server.query<{ keys: string }>('select signing_keys as keys from workspace.installation');
    await server.end();
    const parts = rows[0]!.keys.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(parts[0]!)).toEqual({ alg: 'dir', enc: 'A256GCM' });
    for (const leak of ['"d"', '"OKP"', key]) expect(parts.join(' ')).not.toContain(leak);
    expect(await check(folders[1]!)).toEqual(sound);
  });

  test('take each other’s tokens after the keys were rotated at one', async () => {
    const { folders, gateways, accounts } = await started(2);
    const rotated = await runWorkspace('admin', 'keys', 'rotate', '--data', folders[0]!);
    expect([rotated.status, rotated.stderr]).toEqual([0, '']);
    const token = await printedToken(folders[1]!);
    for (const { url } of gateways) {
      expect((await accountAt(url, token).call('GET /channels')).status).toBe(200);
      expect((await fetch(`${url}/ready`)).status).toBe(200);
    }
    expect((await accounts[1]!.call('GET /channels')).status).toBe(200);
  });

  test('lose no acknowledged write and do nothing twice when one is killed', async () => {
    const { gateways, accounts } = await started(3);
    const channelId = await general(accounts[0]!);
    const stored = new Map<string, string>();
    /** A caller that a gateway leaves without an answer asks the next one with the same key. */
    const said = async (writer: number, turn: number) => {
      const once = `writer-${writer}-${turn}`;
      for (let attempt = writer; attempt < writer + 30; attempt += 1) {
        const reply = await post(accounts[attempt % 3]!, channelId, once, once).catch(() => undefined);
        if (reply === undefined || reply.status >= 500) continue;
        expect(reply.status).toBe(201);
        stored.set(once, reply.body.post.id);
        return;
      }
      throw new Error(`${once} was never stored`);
    };
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let turn = 0; turn < 15; turn += 1) await said(writer, turn);
    });
    await expect.poll(() => stored.size, { ...patience, interval: 5 }).toBeGreaterThan(20);
    await stop(gateways[1]!.process, 'SIGKILL');
    expect(stored.size).toBeLessThan(90);
    await Promise.all(writers);
    const there = new Map<string, string[]>();
    let cursor = '';
    do {
      const page = await accounts[2]!.done(`GET /channels/${channelId}/feed?limit=50${cursor && `&cursor=${cursor}`}`);
      for (const item of page.items)
        if (item.type === 'post') there.set(item.post.body, [...(there.get(item.post.body) ?? []), item.post.id]);
      cursor = page.nextCursor ? encodeURIComponent(page.nextCursor) : '';
    } while (cursor !== '');
    for (const [once, id] of stored) expect(there.get(once)).toEqual([id]);
  });

  test('are joined by none with another key, without one, or without the bucket', async () => {
    const { folders } = await started(1);
    const refusalOf = async (folder: string) => {
      const { status, stderr } = await serve(folder);
      expect(status).toBe(1);
      expect(stderr).not.toContain(key);
      return stderr;
    };
    vi.stubEnv('WORKSPACE_KEY', randomBytes(32).toString('base64'));
    expect(await refusalOf(await folderOfItsOwn())).toContain('were sealed with another key');
    vi.stubEnv('WORKSPACE_KEY', '');
    expect(await refusalOf(await folderOfItsOwn())).toContain('are sealed in its database');
    expect(await refusalOf(folders[0]!)).toContain('are sealed in its database');
    const file = join(await folderOfItsOwn(), 'key');
    await writeFile(file, 'short', { mode: 0o600 });
    vi.stubEnv('WORKSPACE_KEY_FILE', file);
    expect(await refusalOf(folders[0]!)).toContain('must be 32 to 4096 printable ASCII characters');
    await writeFile(file, `${key}\n`);
    vi.stubEnv('WORKSPACE_BLOBS', 'folder');
    expect(await refusalOf(await folderOfItsOwn())).toContain('are in s3://files/work, not in its data folder');
    const [fresh, mended] = [await freshDatabase(), await folderOfItsOwn()];
    vi.stubEnv('WORKSPACE_DATABASE', fresh);
    expect(await refusalOf(mended)).toContain('which other gateways lack');
    vi.stubEnv('WORKSPACE_DATABASE', '');
    expect(await refusalOf(mended)).toContain('which is for a database on a server');
    expect(await readdir(mended)).toEqual([]);
    vi.stubEnv('WORKSPACE_BLOBS', 's3://files/work').stubEnv('WORKSPACE_KEY_FILE', '').stubEnv('WORKSPACE_KEY', key);
    vi.stubEnv('WORKSPACE_DATABASE', fresh);
    expect((await fetch(`${(await startGateway(mended)).url}/ready`)).status).toBe(200);
  });

  test('may be started together for the first time', async () => {
    const address = await freshDatabase();
    vi.stubEnv('WORKSPACE_DATABASE', address);
    const folders = await Promise.all(Array.from({ length: 3 }, folderOfItsOwn));
    const gateways = await Promise.all(folders.map((folder) => startGateway(folder)));
    const token = await printedToken(folders[2]!);
    const answers = await Promise.all(gateways.map(({ url }) => accountAt(url, token).call('GET /channels')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('take the keys of a folder from its gateway alone', async () => {
    vi.stubEnv('WORKSPACE_DATABASE', await freshDatabase()).stubEnv('WORKSPACE_KEY', '');
    const folder = await folderOfItsOwn();
    const { url } = await startGateway(folder);
    const token = await printedToken(folder);
    vi.stubEnv('WORKSPACE_KEY', key);
    const { status, stderr } = await runWorkspace('token', '--data', folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Start its gateway with the key first')]);
    expect((await accountAt(url, token).call('GET /channels')).status).toBe(200);
  });
});
