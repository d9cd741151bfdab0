import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placesIn } from '../src/folder/places/places.ts';
import { received, receivedMessage, sent, sentMessage, takeLeaks } from './support/leaks.ts';
import { accountAt, sharedGateway } from './support/rest.ts';
import { addedSource, rowsOf, sqliteFile } from './support/sources.ts';
import { inStorage } from './support/storage.ts';

const gateway = sharedGateway();

const leaked = (answer: string): string[] => {
  received(answer);
  return takeLeaks().map(({ what }) => what);
};

const secretOf = async (what: 'cursors' | 'tokens') =>
  what === 'cursors'
    ? (
        await inStorage(gateway.dataFolder, (tx) =>
          tx.selectFrom('installation').select('cursor_secret').executeTakeFirstOrThrow(),
        )
      ).cursor_secret
    : (JSON.parse(await readFile(placesIn(gateway.dataFolder).signingKey, 'utf8')) as { d: string }).d;

describe('a leak in an answer is found:', () => {
  test.each<[what: string, doctored: () => string | Promise<string>]>([
    ['another organisation', () => '{"createdBy":{"id":"usr_1","organization":"org_01jd0000000000000000000000"}}'],
    ['a relation', () => '{"detail":"no such column: channel_members.role"}'],
    ['the number of a Data Set', () => '{"objectTypeId":"data_17"}'],
    ['the number of a field', () => '{"values":{"f3":"Acme"}}'],
    ['the database', () => '{"detail":"SQLITE_CONSTRAINT_UNIQUE"}'],
    ['the database', () => '{"detail":"no such table: sqlite_master"}'],
    ['SQL', () => '{"detail":"near \\"select id from sessions where\\": syntax error"}'],
    ['SQL', () => 'INSERT INTO users (id) VALUES (?)'],
    ['SQL', () => 'update records set title = ?'],
    ['a stack trace', () => new Error('planted').stack!.replaceAll(process.cwd(), '/opt/workspace')],
    ['a path of this machine', () => `{"detail":"ENOENT: ${gateway.dataFolder}/blobs/ab/cd"}`],
    ['a path of this machine', () => `{"example":"${process.execPath} bin/workspace.js"}`],
    ['a setting', () => '{"detail":"set WORKSPACE_MODEL_KEY"}'],
    ['a key', () => `{"kty":"OKP","d":"${'x'.repeat(43)}"}`],
    ['a key', () => '-----BEGIN PRIVATE KEY-----'],
    ['a password', () => '{"password":"$argon2id$v=19$m=65536"}'],
    ['an access token', () => gateway.admin.token!],
    ['the secret of cursors', () => secretOf('cursors')],
    ['the signing key', () => secretOf('tokens')],
  ])('%s', async (what, doctored) => {
    expect(leaked(await doctored())).toContain(what);
  });

  test.each([
    'Select what you want from files, or update artifacts, and join channels.',
    '{"id":"usr_01jd0000000000000000000000","createdAt":"2026-11-21T14:00:00.000Z","type":"multi_select"}',
    '{"detail":"There is no such channel, or it is not shared with this account."}',
  ])('but nothing in %s', (answer) => {
    expect(leaked(answer)).toEqual([]);
  });

  test('nor in what a client has sent itself, as a text, in an address or as the bytes of a file', () => {
    const own = ['drop table data_91; select * from users where 1', 'data_92 of mine', 'SQLITE_BUSY at noon'];
    for (const text of own) expect(leaked(text)).not.toEqual([]);
    sent(JSON.stringify({ content: own[0] }));
    sent(`/search?q=${encodeURIComponent(own[1]!)}`);
    sentMessage(JSON.stringify({ arguments: { contentBase64: Buffer.from(own[2]!).toString('base64') } }));
    for (const text of own) expect(leaked(JSON.stringify({ content: text }))).toEqual([]);
  });
});

/** The leaks that are found in the answer of a server that tells too much. */
async function planted(headers: Record<string, string>, body: string): Promise<string[]> {
  const server = createServer((_request, response) => response.writeHead(500, headers).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await accountAt(`http://127.0.0.1:${port}`).call('GET /channels');
  return takeLeaks().map(({ what }) => what);
}

test('a leak in an answer over HTTP is found, in its body or its headers, whether the test looks at it or not', async () => {
  expect(await planted({}, '{"detail":"no such table: data_4"}')).toEqual(['the number of a Data Set']);
  expect(await planted({ 'x-debug': 'delete from sessions where id = 1' }, '')).toEqual(['SQL']);
});

test('a leak in a message over stdio is found, where the command that makes a token is none', () => {
  const command = `'/usr/bin/node' /opt/bin/workspace.js token --header --data ${gateway.dataFolder}`;
  receivedMessage(JSON.stringify({ result: { structuredContent: { example: `${command} | curl` } } }));
  expect(takeLeaks()).toEqual([]);
  receivedMessage(JSON.stringify({ result: { structuredContent: { detail: `no ${gateway.dataFolder}` } } }));
  expect(takeLeaks().map(({ what }) => what)).toEqual(['a path of this machine']);
});

test('no answer names the file or the table of a connected source', async () => {
  const { path } = await sqliteFile(
    'create table crm_orders_v7 (id integer primary key, customer text)',
    "insert into crm_orders_v7 values (1, 'Acme')",
  );
  const table = ['--table', 'crm_orders_v7', '--key', 'id'];
  const source = await addedSource(gateway.dataFolder, '--name', 'Orders', '--sqlite', path, ...table);
  expect(leaked('{"name":"crm_orders_v7"}')).toEqual(['the relation of a source']);
  const { done, call } = gateway.admin;
  const [row] = await rowsOf(gateway.admin, source);
  await done('GET /channels/general');
  await done(`GET /channels/general/records/${String(row!.id)}`);
  await done('GET /search?q=acme');
  const update = await call(`PATCH /channels/general/records/${String(row!.id)}`, { title: 'Other' });
  expect(update.body.code).toBe('read_only_source');
});
