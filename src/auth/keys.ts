import { randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

export const algorithm = 'EdDSA';

/** The key that signs the data folder's own access tokens. Whoever can read its file may speak for any user of it. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** Reads the key of a data folder once it is there. */
export function keyFinder(path: string): () => Promise<SigningKey | undefined> {
  let key: SigningKey | undefined;
  return async () => {
    const text = key ? undefined : await readIfThere(path);
    if (text !== undefined) key = await readKey(text);
    return key;
  };
}

/** Reads the key, or makes it (file mode 0600). Of several processes that make it at once, one wins and all read that one's. */
export async function signingKeyAt(path: string): Promise<SigningKey> {
  return readKey((await readIfThere(path)) ?? (await makeKey(path)));
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeKey(path: string): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flag: 'wx', flush: true });
  await link(temporary, path).catch(() => {});
  await unlink(temporary);
  return readFile(path, 'utf8');
}

async function readKey(text: string): Promise<SigningKey> {
  const jwk = JSON.parse(text) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  return {
    keyId: await calculateJwkThumbprint(publicJwk),
    privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
  };
}
