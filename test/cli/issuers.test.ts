import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIssuer, type TestIssuer } from '../support/issuers.ts';
import { runWorkspace, newDataFolder } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

let folder: string;
let issuer: TestIssuer;

beforeAll(async () => {
  folder = await newDataFolder();
  issuer = await makeIssuer('https://issuer.test');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (command: string, ...args: string[]) =>
  runWorkspace('admin', ...command.split(' '), ...args, '--data', folder);

async function fileOf(content: unknown): Promise<string> {
  const path = join(folder, `${randomUUID()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Options = Partial<Record<'issuer' | 'jwks' | 'organization' | 'scope', string>>;

async function add(options: Options = {}, ...more: string[]) {
  const all: Options = {
    issuer: `https://${randomUUID()}.test`,
    organization: 'Workspace',
    scope: 'workspace.read',
    ...options,
  };
  all.jwks ??= await fileOf(issuer.jwks);
  return run('issuers add', ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]), ...more);
}

const privateJwk = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const weakJwk = () => generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' });

test('an issuer is registered with the keys of a file as they are then, listed and removed', async () => {
  const path = await fileOf({
    keys: [...issuer.jwks.keys, { kty: 'OKP', crv: 'X25519', x: 'AAAA', kid: 'for-encryption' }],
  });
  const repeated = ['--scope', 'workspace.read', '--json'];
  const { stdout } = await add({ issuer: issuer.url, jwks: path, scope: 'workspace.write' }, ...repeated);
  const added = JSON.parse(stdout);
  expect(added).toEqual({
    issuerId: expect.stringMatching(/^iss_/),
    issuer: issuer.url,
    organizationId: expect.stringMatching(/^org_/),
    scope: 'workspace.read workspace.write',
    keyIds: [issuer.jwks.keys[0]!.kid],
    createdAt: expect.stringMatching(/Z$/),
  });
  await rm(path);
  expect(JSON.parse((await run('issuers list', '--json')).stdout).issuers).toEqual([added]);
  expect((await add({ issuer: issuer.url })).stderr).toMatch(/registered already; remove it first/);
  expect((await run('issuers remove', '--issuer', issuer.url)).stdout).toBe(`${issuer.url} was removed\n`);
  expect((await run('issuers list')).stdout).toBe('There are no issuers.\n');
  expect((await run('issuers list', '--json')).stdout).toBe('{"issuers":[]}\n');
  expect((await run('issuers remove', '--issuer', issuer.url)).stderr).toMatch(/^There is no issuer https/);
  const events = await inStorage(folder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'interface'])
      .where('resource_id', '=', added.issuerId)
      .orderBy('id')
      .execute(),
  );
  expect(events.map(({ action, interface: via }) => `${action} ${via}`)).toEqual([
    'issuer.created cli',
    'issuer.removed cli',
  ]);
});

test('keys may be at an address, which is not asked yet', async () => {
  const jwks = 'https://issuer.test/jwks';
  expect(JSON.parse((await add({ jwks }, '--json')).stdout)).toMatchObject({ jwksUrl: jwks });
});

test('an organisation needs somebody before an issuer can add to them', async () => {
  await run('organizations add', '--name', 'Empty');
  expect((await add({ organization: 'Empty' })).stderr).toMatch(/add an admin first/);
});

describe('an issuer is refused', () => {
  test.each<[what: string, options: () => Options | Promise<Options>, sentence: RegExp]>([
    ['by http from elsewhere', () => ({ issuer: 'http://issuer.test' }), /--issuer must be an https URL/],
    ['by another scheme', () => ({ issuer: 'file:///etc/passwd' }), /--issuer must be an https URL/],
    ['without an address', () => ({ issuer: 'issuer' }), /--issuer must be an https URL/],
    ['with a password in its address', () => ({ issuer: 'https://a:b@issuer.test' }), /--issuer must be an https URL/],
    ['that only looks like this machine', () => ({ issuer: 'http://127.0.0.1.test' }), /--issuer must be an https URL/],
    ['of an unknown organisation', () => ({ organization: 'Nowhere' }), /no organisation Nowhere/],
    ['with an unknown scope', () => ({ scope: 'workspace.admin' }), /--scope takes/],
    ['without a scope', () => ({ scope: '' }), /--scope takes/],
    ['with keys by http from elsewhere', () => ({ jwks: 'http://issuer.test/jwks' }), /--jwks must be an https URL/],
    ['without its file', () => ({ jwks: '/nowhere.json' }), /--jwks \/nowhere\.json cannot be read \(ENOENT\)/],
    ['with a file that is no JSON', async () => ({ jwks: await fileOf('{') }), /must hold a JWK Set/],
    ['with a file that is no key set', async () => ({ jwks: await fileOf(issuer.jwks.keys) }), /must hold a JWK Set/],
    [
      'with a private key',
      async () => ({ jwks: await fileOf({ keys: [{ ...privateJwk(), kid: 'k' }] }) }),
      /holds a private or secret key/,
    ],
    [
      'with a shared secret',
      async () => ({ jwks: await fileOf({ keys: [...issuer.jwks.keys, { kty: 'oct', k: 'c2VjcmV0', kid: 'k' }] }) }),
      /holds a private or secret key/,
    ],
    ['with no key', async () => ({ jwks: await fileOf({ keys: [] }) }), /holds no key/],
    [
      'with a key without a name',
      async () => ({ jwks: await fileOf({ keys: [{ ...issuer.jwks.keys[0], kid: undefined }] }) }),
      /holds no key/,
    ],
    [
      'with a key for another purpose',
      async () => ({ jwks: await fileOf({ keys: [{ ...issuer.jwks.keys[0], use: 'enc' }] }) }),
      /holds no key/,
    ],
    ['with a weak key', async () => ({ jwks: await fileOf({ keys: [{ ...weakJwk(), kid: 'k' }] }) }), /holds no key/],
    [
      'with a broken key',
      async () => ({ jwks: await fileOf({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA', kid: 'k' }] }) }),
      /holds no key/,
    ],
  ])('%s', async (_what, options, sentence) => {
    const { status, stdout, stderr } = await add(await options());
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/ {4}at |c2VjcmV0/);
  });

  test('with more than 100 keys', async () => {
    const keys = async (count: number) =>
      fileOf({ keys: Array.from({ length: count }, (_, index) => ({ ...issuer.jwks.keys[0], kid: `k${index}` })) });
    expect((await add({ jwks: await keys(100) })).status).toBe(0);
    expect((await add({ jwks: await keys(101) })).stderr).toMatch(/at most 100 keys/);
  });

  test('by an address of more than 2,000 characters', async () => {
    const url = (length: number) => `https://issuer.test/${'x'.repeat(length - 20)}`;
    expect((await add({ issuer: url(2_000) })).status).toBe(0);
    expect((await add({ issuer: url(2_001) })).stderr).toMatch(/--issuer/);
  });
});

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
  'an issuer may be %s',
  async (url) => {
    expect((await add({ issuer: url })).status).toBe(0);
  },
);

test('a key set may hold keys of all three algorithms', async () => {
  const issuers = await Promise.all(['RS256', 'ES256', 'EdDSA'].map((alg) => makeIssuer(issuer.url, alg)));
  const keys = issuers.flatMap(({ jwks }) => jwks.keys);
  const { stdout } = await add({ jwks: await fileOf({ keys }) }, '--json');
  expect(JSON.parse(stdout).keyIds).toEqual(keys.map(({ kid }) => kid));
});
