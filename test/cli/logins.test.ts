import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Keychain } from '../../src/cli/sign-in/keychain.ts';
import { Logins } from '../../src/cli/sign-in/logins.ts';
import { temporaryFolder } from '../support/product.ts';

const url = 'https://workspace.example.com';
const login = { url, issuer: url, userName: 'Mia', signedInAt: '2026-11-21T12:00:00.000Z' };
const tokensOf = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh`, expiresAt: 0 });

/** Replaces the system's keychain, because a test machine has no desktop. */
function keychainOf(secrets: Map<string, string>) {
  let takesMore = true;
  const keychain: Keychain = {
    get: async (account) => secrets.get(account),
    async set(account, secret) {
      if (takesMore) secrets.set(account, secret);
      return takesMore;
    },
    delete: async (account) => void secrets.delete(account),
  };
  return { keychain, fill: () => (takesMore = false) };
}

let folder: string;
let secrets: Map<string, string>;

beforeEach(async () => {
  folder = await temporaryFolder();
  secrets = new Map();
});

test('tokens are in the keychain or in the file, and of those before them nothing stays in the other', async () => {
  const { keychain, fill } = keychainOf(secrets);
  const logins = new Logins(folder, keychain);
  expect(await logins.keep(login, tokensOf('first'))).toBe('keychain');
  expect(await fileIn(folder)).not.toContain('first');
  expect(await logins.tokens(url)).toEqual(tokensOf('first'));
  fill();
  expect(await logins.keep(login, tokensOf('second'))).toBe('file');
  expect(await logins.tokens(url)).toEqual(tokensOf('second'));
  expect([...secrets]).toEqual([]);
});

test('an entry that stayed in the keychain while it was switched off is gone with the login', async () => {
  const { keychain } = keychainOf(secrets);
  await new Logins(folder, keychain).keep(login, tokensOf('first'));
  await new Logins(folder, undefined).keep(login, tokensOf('second'));
  const logins = new Logins(folder, keychain);
  expect(await logins.tokens(url)).toEqual(tokensOf('second'));
  await logins.forget(url);
  expect([...secrets, await logins.find(url)]).toEqual([undefined]);
});

async function fileIn(folder: string): Promise<string> {
  const [name] = await readdir(folder);
  return readFile(join(folder, name!), 'utf8');
}
