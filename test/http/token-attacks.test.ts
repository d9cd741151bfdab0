import { createPublicKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { makeIssuer, registerIssuer, type TestIssuer, type Unlike } from '../support/issuers.ts';
import { expectProblem } from '../support/problems.ts';
import { type Gateway, listening, spawnGateway, stop } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway({ email: 'lea@elsewhere.test', organization: 'Elsewhere', role: 'admin' });
/** Another process on the same folder, at the same public address. */
let second: Gateway;
let issuer: TestIssuer;
let stranger: TestIssuer;
let elsewhere: TestIssuer;
let ownKey: JWK;
let header: { alg: string; typ: string; kid: string };
let installationId: string;

const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part!, 'base64url').toString());
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const now = () => Math.floor(Date.now() / 1_000);

beforeAll(async () => {
  second = await listening(spawnGateway(gateway.dataFolder, '--public-url', gateway.url, '--log-level', 'trace'));
  issuer = await makeIssuer('https://issuer.test', 'RS256');
  stranger = await makeIssuer('https://stranger.test');
  elsewhere = await makeIssuer('https://elsewhere.test');
  await registerIssuer(gateway.dataFolder, issuer, { scope: 'workspace.read' });
  await registerIssuer(gateway.dataFolder, elsewhere, { organization: 'Elsewhere' });
  ownKey = JSON.parse(await readFile(placesIn(gateway.dataFolder).signingKey, 'utf8')) as JWK;
  header = decoded(gateway.admin.token!.split('.')[0]);
  installationId = decoded(gateway.admin.token!.split('.')[1]).iss;
});
afterAll(() => stop(second.process));

const subjectToken = (unlike?: Unlike, by = issuer) => by.sign('nia', gateway.url, unlike);

/** An access token as the gateway's own authorization server signs it. */
async function accessToken({ claims, header: others, key }: Unlike = {}): Promise<string> {
  const { sub } = decoded(gateway.admin.token!.split('.')[1]);
  const times = { iat: now(), exp: now() + 300, jti: randomUUID() };
  const payload = {
    iss: gateway.url,
    aud: gateway.url,
    sub,
    client_id: 'client',
    scope: 'workspace.read',
    ...times,
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ ...header, ...others })
    .sign(key ?? (await importJWK(ownKey, 'EdDSA')));
}

const ask = (token: string, url = gateway.url) => accountAt(url, token).call('GET /me');

const refusal = 'The access token is not valid here or has expired. Get a new one, such as from `workspace token`.';

/** Every wrong token gets the same answer. A trusted issuer is also told which claim is wrong. */
async function expectRefused(token: string, claim?: string) {
  const reply = await ask(token);
  const { detail } = expectProblem(reply, 'unauthenticated');
  if (claim === undefined) expect(detail).toBe(refusal);
  else expect(detail).toMatch(new RegExp(`^The subject token was refused: its ${claim} .+\\.$`));
  expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  expect(reply.bytes.toString() + JSON.stringify([...reply.headers])).not.toMatch(/issuer\.test|kid|signature/);
}

const publicJwk = () => issuer.jwks.keys[0]!;

/** The public key in every form that a confused verifier may take for a shared secret. */
const publicKeyAs = (form: 'json' | 'pem'): Uint8Array => {
  if (form === 'json') return Buffer.from(JSON.stringify(publicJwk()));
  return Buffer.from(createPublicKey({ key: publicJwk(), format: 'jwk' }).export({ type: 'spki', format: 'pem' }));
};

async function unsigned(alg: string): Promise<string> {
  const [, payload] = (await subjectToken()).split('.');
  return [encoded({ alg, typ: 'workspace-subject+jwt', kid: publicJwk().kid }), payload, ''].join('.');
}

test('tokens with nothing wrong in them pass, so that what follows is refused for what it says', async () => {
  expect((await ask(await subjectToken())).status).toBe(200);
  for (const aud of [gateway.url, `${gateway.url}/mcp`, installationId])
    expect((await ask(await accessToken({ claims: { aud } }))).status).toBe(200);
  expect((await ask(await subjectToken({}, elsewhere))).status).toBe(200);
});

describe('a subject token is refused with', () => {
  test.each<[what: string, token: () => Promise<string>, claim?: string]>([
    ['the algorithm none', () => unsigned('none')],
    ['the algorithm nOnE', () => unsigned('nOnE')],
    [
      'HS256 under the public key as JSON',
      async () => subjectToken({ header: { alg: 'HS256' }, key: publicKeyAs('json') }),
    ],
    [
      'HS256 under the public key as PEM',
      async () => subjectToken({ header: { alg: 'HS256' }, key: publicKeyAs('pem') }),
    ],
    [
      'another algorithm of the same key',
      async () =>
        subjectToken({
          header: { alg: 'PS256' },
          key: (await importJWK(await exportJWK(issuer.privateKey), 'PS256')) as CryptoKey,
        }),
    ],
    ['another signature', async () => `${(await subjectToken()).split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`],
    [
      'another payload',
      async () => {
        const [head, payload, signature] = (await subjectToken()).split('.');
        return [head, encoded({ ...decoded(payload), sub: 'other' }), signature].join('.');
      },
    ],
    [
      'a key of its own',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
        return subjectToken({ header: { jwk: await exportJWK(publicKey) }, key: privateKey });
      },
    ],
    ['a key of its own beside a good signature', async () => subjectToken({ header: { jwk: publicJwk() } })],
    ['the address of a key set', () => subjectToken({ header: { jku: 'http://127.0.0.1:1/jwks' } })],
    ['the address of a certificate', () => subjectToken({ header: { x5u: 'http://127.0.0.1:1/cert' } })],
    ['a certificate', () => subjectToken({ header: { x5c: ['MIIB'] } })],
    ['an extension that nobody knows', () => subjectToken({ header: { crit: ['urn:more'], 'urn:more': 1 } })],
    ['an unknown key', () => subjectToken({ header: { kid: 'unknown' } })],
    ['no key', () => subjectToken({ header: { kid: undefined } })],
    ['no type', () => subjectToken({ header: { typ: undefined } }), 'typ'],
    ['the type JWT', () => subjectToken({ header: { typ: 'JWT' } }), 'typ'],
    ['the type of an access token', () => subjectToken({ header: { typ: 'at+jwt' } }), 'typ'],
    ['an unknown issuer', () => subjectToken({}, stranger)],
    ['an unknown issuer’s key under a known name', () => subjectToken({ claims: { iss: issuer.url } }, stranger)],
    ['a known issuer’s key under another name', () => subjectToken({ claims: { iss: elsewhere.url } })],
    ['an issuer written otherwise', () => subjectToken({ claims: { iss: `${issuer.url}/` } })],
    ['no issuer', () => subjectToken({ claims: { iss: undefined } })],
    ['an issuer that is no text', () => subjectToken({ claims: { iss: [issuer.url] as never } })],
    ['an issuer that is an object', () => subjectToken({ claims: { iss: { url: issuer.url } as never } })],
    ['a subject that is no text', () => subjectToken({ claims: { sub: ['nia'] as never } }), 'sub'],
    ['a subject of half a character', () => subjectToken({ claims: { sub: 'nia\uD800' } }), 'sub'],
    ['the gateway as its issuer', () => subjectToken({ claims: { iss: gateway.url } })],
    ['a foreign audience', () => subjectToken({ claims: { aud: 'https://gateway.test' } }), 'aud'],
    ['an audience below ours', () => subjectToken({ claims: { aud: `${gateway.url}/api` } }), 'aud'],
    ['several audiences', () => subjectToken({ claims: { aud: [gateway.url, 'https://gateway.test'] } }), 'aud'],
    ['one audience in an array', () => subjectToken({ claims: { aud: [gateway.url] } }), 'aud'],
    ['no audience', () => subjectToken({ claims: { aud: undefined } }), 'aud'],
    ['an expiry that has passed', () => subjectToken({ claims: { iat: now() - 400, exp: now() - 61 } }), 'exp'],
    ['no expiry', () => subjectToken({ claims: { exp: undefined } }), 'exp'],
    ['a beginning that is to come', () => subjectToken({ claims: { nbf: now() + 70 } }), 'nbf'],
    ['an issue that is to come', () => subjectToken({ claims: { iat: now() + 70 } }), 'iat'],
    ['no time of issue', () => subjectToken({ claims: { iat: undefined } }), 'iat'],
    ['more than ten minutes of life', () => subjectToken({ claims: { iat: now(), exp: now() + 601 } }), 'exp'],
    ['an expiry that is no number', () => subjectToken({ claims: { exp: 'tomorrow' as never } }), 'exp'],
    ['an expiry before its issue', () => subjectToken({ claims: { iat: now() + 30, exp: now() + 10 } }), 'exp'],
    ['no ID', () => subjectToken({ claims: { jti: undefined } }), 'jti'],
    ['an empty ID', () => subjectToken({ claims: { jti: '' } }), 'jti'],
    ['an ID of 256 characters', () => subjectToken({ claims: { jti: 'j'.repeat(256) } }), 'jti'],
    ['no subject', () => subjectToken({ claims: { sub: undefined } }), 'sub'],
    ['a subject of 256 characters', () => subjectToken({ claims: { sub: 's'.repeat(256) } }), 'sub'],
    [
      'a scope beyond its issuer’s',
      () => subjectToken({ claims: { scope: 'workspace.read workspace.write' } }),
      'scope',
    ],
    ['a scope that nobody has', () => subjectToken({ claims: { scope: 'workspace.read workspace.admin' } }), 'scope'],
    ['scopes in an array', () => subjectToken({ claims: { scope: ['workspace.read'] as never } }), 'scope'],
  ])('%s, and leaves nothing', async (_what, token, claim) => {
    const traces = () =>
      inStorage(gateway.dataFolder, async (db) => [
        await db
          .selectFrom('users')
          .select((eb) => eb.fn.countAll().as('count'))
          .execute(),
        await db
          .selectFrom('used_subject_tokens')
          .select((eb) => eb.fn.countAll().as('count'))
          .execute(),
      ]);
    const before = await traces();
    await expectRefused(await token(), claim);
    expect(await traces()).toEqual(before);
  });

  test('a second use, at whichever process', async () => {
    const token = await subjectToken();
    expect((await ask(token)).status).toBe(200);
    await expectRefused(token, 'jti');
    expectProblem(await ask(token, second.url), 'unauthenticated');
  });

  test('an ID that was used, in another token', async () => {
    const claims = { jti: randomUUID() };
    expect((await ask(await subjectToken({ claims }))).status).toBe(200);
    await expectRefused(await subjectToken({ claims: { ...claims, sub: 'other' } }), 'jti');
    expect((await ask(await subjectToken({ claims }, elsewhere))).status).toBe(200);
  });

  test('many uses at once at two processes: one is good', async () => {
    const token = await subjectToken();
    const uses = Array.from({ length: 12 }, (_, index) => ask(token, index % 2 ? gateway.url : second.url));
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(11);
  });

  test('another organisation’s user as its subject: it means somebody else', async () => {
    const { userId } = (await ask(await subjectToken({}, elsewhere))).body;
    for (const sub of [userId, 'lea@elsewhere.test', gateway.idOf('lea@elsewhere.test')]) {
      const { body } = await ask(await subjectToken({ claims: { sub, email: 'lea@elsewhere.test' } }));
      expect(body.organization.name).toBe('Workspace');
      expect([userId, gateway.idOf('lea@elsewhere.test')]).not.toContain(body.userId);
    }
  });
});

describe('an access token of the authorization server is refused with', () => {
  test.each<[what: string, token: () => Promise<string>]>([
    ['a foreign audience', () => accessToken({ claims: { aud: 'https://gateway.test' } })],
    ['an audience below ours', () => accessToken({ claims: { aud: `${gateway.url}/mcp/more` } })],
    ['several audiences', () => accessToken({ claims: { aud: [gateway.url, 'https://gateway.test'] } })],
    ['one audience in an array', () => accessToken({ claims: { aud: [gateway.url] } })],
    ['no audience', () => accessToken({ claims: { aud: undefined } })],
    ['the type of a subject token', () => accessToken({ header: { typ: 'workspace-subject+jwt' } })],
    ['the type JWT', () => accessToken({ header: { typ: 'JWT' } })],
    ['no type', () => accessToken({ header: { typ: undefined } })],
    ['an unknown key', () => accessToken({ header: { kid: 'unknown' } })],
    ['no key', () => accessToken({ header: { kid: undefined } })],
    [
      'a key of its own',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
        return accessToken({ header: { jwk: await exportJWK(publicKey) }, key: privateKey });
      },
    ],
    ['the address of a key set', () => accessToken({ header: { jku: `${gateway.url}/oauth/jwks` } })],
    ['a registered issuer’s signature', () => accessToken({ header: { alg: 'RS256' }, key: issuer.privateKey })],
    ['a registered issuer’s name', () => accessToken({ claims: { iss: issuer.url } })],
    ['an expiry that has passed', () => accessToken({ claims: { exp: now() - 1 } })],
    ['no expiry', () => accessToken({ claims: { exp: undefined } })],
    ['a beginning that is to come', () => accessToken({ claims: { nbf: now() + 60 } })],
    ['no ID', () => accessToken({ claims: { jti: undefined } })],
    [
      'the installation as its issuer and the gateway as its audience',
      () => accessToken({ claims: { iss: installationId } }),
    ],
    ['an issuer of its own', () => accessToken({ claims: { iss: 'https://stranger.test' } })],
  ])('%s', async (_what, token) => {
    await expectRefused(await token());
  });
});

test('the log says why a token was refused, and no line of it holds one', async () => {
  const token = await subjectToken();
  expect((await ask(token, second.url)).status).toBe(200);
  expect((await ask(token, second.url)).status).toBe(401);
  expect((await ask(await accessToken({ claims: { aud: 'x' } }), second.url)).status).toBe(401);
  expect((await ask(await subjectToken({}, stranger), second.url)).status).toBe(401);
  expect((await ask(await subjectToken({ header: { kid: 'unknown' } }), second.url)).status).toBe(401);
  const lines = second
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const reasons = lines.filter(({ msg }) => msg === 'token refused').map(({ level, reason }) => `${level} ${reason}`);
  expect(reasons.slice(-4)).toEqual([
    '30 The subject token was refused: its jti was used before; sign a new token for each use.',
    '30 it cannot be verified: unexpected "aud" claim value',
    '30 no issuer is registered as "https://stranger.test"',
    expect.stringMatching(/^30 it cannot be verified: no applicable key found/),
  ]);
  expect(second.log()).not.toMatch(/eyJ|TokenRefusal/);
});
