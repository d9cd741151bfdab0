import { readFile } from 'node:fs/promises';
import { type CryptoKey, importJWK, type JWK, SignJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../schemas/operation.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { form, rawFormType, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage, traces } from '../support/storage.ts';

const [mia, gone] = ['mia@workspace.test', 'gone@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: gone });

const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part!, 'base64url').toString());
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const parts = () => gateway.admin.token!.split('.') as [string, string, string];

let key: JWK;
/** The claims of a good token. */
let claims: JWTPayload;

beforeAll(async () => {
  key = JSON.parse(await readFile(placesIn(gateway.dataFolder).signingKey, 'utf8')) as JWK;
  claims = decoded(parts()[1]);
});

interface Forgery {
  readonly claims?: JWTPayload;
  readonly header?: { typ?: string; alg?: string };
  readonly key?: CryptoKey | Uint8Array;
}

/** A token by the workspace's own key, as whoever could read that key would make it. */
const forged = async ({ claims: others, header, key: another }: Forgery = {}) =>
  new SignJWT({ ...claims, ...others })
    .setProtectedHeader({ ...decoded(parts()[0]), ...header })
    .sign(another ?? (await importJWK(key, 'EdDSA')));

async function refused(authorization: string | undefined) {
  const headers = authorization === undefined ? undefined : { authorization };
  const reply = await accountAt(gateway.url).call('GET /me', undefined, headers);
  const problem = expectProblem(reply, 'unauthenticated');
  expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  return problem;
}

test('a forged token with nothing wrong in it passes, so that what follows is refused for what it says', async () => {
  expect((await accountAt(gateway.url, await forged()).call('GET /me')).status).toBe(200);
});

describe('a request is unauthenticated with', () => {
  const now = Math.floor(Date.now() / 1_000);
  const secret = () => Buffer.from(JSON.stringify({ ...key, d: undefined }));
  const rawPublicKey = () => Buffer.from(key.x!, 'base64url');
  const unsigned = (alg: string) => [encoded({ ...decoded(parts()[0]), alg }), parts()[1], ''].join('.');

  test.each<[what: string, authorization: () => string | undefined | Promise<string | undefined>]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', () => `Basic ${btoa('local:local')}`],
    ['no token', () => 'Bearer'],
    ['a blank token', () => 'Bearer  '],
    ['garbage', () => 'Bearer garbage'],
    ['garbage in three parts', () => 'Bearer a.b.c'],
    ['a token without its signature', () => `Bearer ${parts()[0]}.${parts()[1]}.`],
    ['a token and more', () => `Bearer ${gateway.admin.token} ${gateway.admin.token}`],
    ['the algorithm none', () => `Bearer ${unsigned('none')}`],
    ['the algorithm None', () => `Bearer ${unsigned('None')}`],
    ['another payload', () => `Bearer ${parts()[0]}.${encoded({ ...claims, sub: 'usr_1' })}.${parts()[2]}`],
    ['another header', () => `Bearer ${encoded({ ...decoded(parts()[0]), kid: 'x' })}.${parts()[1]}.${parts()[2]}`],
  ])('%s', async (_what, authorization) => {
    await refused(await authorization());
  });

  test.each<[what: string, forgery: () => Forgery]>([
    ['HS256 under the public key as JSON', () => ({ header: { alg: 'HS256' }, key: secret() })],
    ['HS256 under the public key as bytes', () => ({ header: { alg: 'HS256' }, key: rawPublicKey() })],
    ['another type', () => ({ header: { typ: 'JWT' } })],
    ['no type', () => ({ header: { typ: undefined } })],
    ['an expiry that has passed', () => ({ claims: { exp: now - 1 } })],
    ['no expiry', () => ({ claims: { exp: undefined } })],
    ['a beginning that is to come', () => ({ claims: { nbf: now + 3_600 } })],
    ['another issuer', () => ({ claims: { iss: 'https://issuer.test' } })],
    ['another audience', () => ({ claims: { aud: 'https://gateway.test' } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['a subject that does not exist', () => ({ claims: { sub: 'usr_00000000000000000000000000' } })],
  ])('a token of %s', async (_what, forgery) => {
    await refused(`Bearer ${await forged(forgery())}`);
  });

  test("a token of another data folder's key", async () => {
    await refused(`Bearer ${await accessToken(await temporaryFolder())}`);
  });

  test('a token of a user who is gone, from the next request on', async () => {
    const account = gateway.as(gone);
    expect((await account.call('GET /me')).status).toBe(200);
    await inStorage(gateway.dataFolder, (tx) => tx.deleteFrom('users').where('email', '=', gone).execute());
    await refused(`Bearer ${account.token}`);
  });

  test('a token that has expired since it was last seen', async () => {
    const account = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--expires', '3s'));
    expect((await account.call('GET /me')).status).toBe(200);
    await expect.poll(async () => (await account.call('GET /me')).status, patience).toBe(401);
    await refused(`Bearer ${account.token}`);
  });
});

test.each(['bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
  const headers = { authorization: `${scheme} ${gateway.admin.token}` };
  expect((await accountAt(gateway.url).call('GET /me', undefined, headers)).status).toBe(200);
});

test('a role that is given or taken counts at once', async () => {
  const setRole = (role: 'admin' | 'member') =>
    inStorage(gateway.dataFolder, (tx) => tx.updateTable('users').set({ role }).where('email', '=', mia).execute());
  const roleInGeneral = async () => (await gateway.as(mia).done('GET /channels/general')).channel.role;
  expect(await roleInGeneral()).toBe('writer');
  await setRole('admin');
  expect(await roleInGeneral()).toBe('manager');
  await setRole('member');
  expect(await roleInGeneral()).toBe('writer');
});

describe('scopes come first:', () => {
  const tokens: Partial<Record<Scope, string>> = {};
  const unlessGranted: Record<string, Scope> = { reads: 'workspace.write', writes: 'workspace.read' };

  beforeAll(async () => {
    for (const scope of ['workspace.read', 'workspace.write', 'workspace.query'] as const) {
      tokens[scope] = await forged({ claims: { scope } });
    }
  });

  test.each([
    ['reads', 'GET /me'],
    ['reads', 'GET /channels'],
    ['reads', 'GET /channels/general'],
    ['reads', 'GET /channels/general/members'],
    ['reads', 'GET /artifacts'],
    ['reads', 'GET /artifacts/art_1'],
    ['reads', 'GET /artifacts/art_1/versions'],
    ['reads', 'GET /artifacts/art_1/versions/artv_1'],
    ['reads', 'GET /files'],
    ['reads', 'GET /files/file_1'],
    ['reads', 'GET /files/file_1/content'],
    ['reads', 'GET /sessions'],
    ['reads', 'GET /sessions/ses_1'],
    ['reads', 'GET /sessions/ses_1/messages'],
    ['reads', 'GET /search'],
    ['reads', 'GET /search?limit=0'],
    ['writes', 'POST /channels'],
    ['writes', 'POST /channels?unknown=1'],
    ['writes', 'PATCH /channels/general'],
    ['writes', 'PUT /channels/general/members/usr_1'],
    ['writes', 'DELETE /channels/general/members/usr_1'],
    ['writes', 'POST /artifacts'],
    ['writes', 'PATCH /artifacts/art_1'],
    ['writes', 'POST /artifacts/art_1/links'],
    ['writes', 'DELETE /artifacts/art_1/links'],
    ['writes', 'POST /files'],
    ['writes', 'POST /files/prepare'],
    ['writes', 'POST /files/file_1/links'],
    ['writes', 'DELETE /files/file_1/links'],
    ['writes', 'POST /sessions'],
    ['writes', 'POST /sessions/ses_1/channels'],
    ['writes', 'DELETE /sessions/ses_1/channels'],
    ['writes', 'DELETE /sessions/ses_1/channels/general'],
  ])('what %s needs its scope: %s', async (kind, request) => {
    const needed = kind === 'reads' ? 'workspace.read' : 'workspace.write';
    const before = await traces(gateway.dataFolder);
    for (const scope of [unlessGranted[kind]!, 'workspace.query'] as const) {
      const body = request === 'POST /files' ? form(['file', textFile('text'), 'a.txt']) : undefined;
      const reply = await accountAt(gateway.url, tokens[scope]).call(request, body);
      expect(expectProblem(reply, 'insufficient_scope').detail).toContain(needed);
      expect(reply.headers.get('www-authenticate')).toMatch(new RegExp(`^Bearer .*scope="${needed}"`));
    }
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test.each<[what: string, request: string, body: unknown, headers?: Record<string, string>]>([
    ['malformed JSON', 'POST /sessions', '{'],
    ['a body of another type', 'POST /sessions', 'title', { 'content-type': 'text/csv' }],
    ['an array', 'POST /sessions', '[]'],
    ['a missing idempotency key', 'POST /artifacts', { kind: 'markdown', title: 'Plan', content: 'text' }],
    ['a malformed form', 'POST /files', 'hello', rawFormType],
    ['no form', 'POST /files', '{}'],
    ['a key given twice', 'PATCH /channels/general', { channelId: 'general' }],
  ])('before %s is looked at', async (_what, request, body, headers) => {
    const reply = await accountAt(gateway.url, tokens['workspace.read']).call(request, body, headers);
    expectProblem(reply, 'insufficient_scope');
  });

  test('who may write but not read sees what their own change answers, and no more', async () => {
    const writer = accountAt(gateway.url, tokens['workspace.write']);
    const { session } = await writer.done('POST /sessions', { title: 'Mine' });
    expectProblem(await writer.call(`GET /sessions/${session.id}`), 'insufficient_scope');
  });
});
