import { randomUUID, subtle } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';

export const algorithm = 'EdDSA';

/** A key that signs the data folder's own access tokens. Reading its file allows speaking for any user. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The whole key, including the private part. */
  readonly jwk: JWK;
}

/** The current keys of a data folder. A running gateway notices a rotation. */
export interface KeyRing {
  /** Newest first: it signs, and the others only verify. Empty before the first start. */
  all(): Promise<readonly SigningKey[]>;
  find(keyId: string): Promise<SigningKey | undefined>;
}

/** A key of the file. The key made by the first start has no time. */
interface StoredKey extends JWK {
  readonly createdAt?: string;
}

const noticedAfterMs = 1_000;

export function keyRing(path: string): KeyRing {
  let stamp: string | undefined;
  let keys: readonly SigningKey[] = [];
  let lookedAt = -Infinity;
  const all = async () => {
    const found = stampOf(path);
    lookedAt = performance.now();
    if (found === stamp) return keys;
    keys = await readKeys(path);
    stamp = found;
    return keys;
  };
  const find = async (keyId: string) => {
    const isFresh = performance.now() - lookedAt < noticedAfterMs;
    const known = isFresh ? keys.find((key) => key.keyId === keyId) : undefined;
    return known ?? (await all()).find((key) => key.keyId === keyId);
  };
  return { all, find };
}

/**
 * Reads the signing key or creates it (file mode 0600). If several processes create it at once, all use the first
 * one's.
 */
export async function signingKeyAt(path: string): Promise<SigningKey> {
  const [newest] = await readKeys(path);
  return newest ?? (await makeFirstKey(path));
}

/** Creates a new signing key. Older keys verify as long as their tokens may live. */
export async function rotateKeys(path: string): Promise<SigningKey> {
  await signingKeyAt(path);
  const temporary = nextOf(path);
  const key: StoredKey = { ...(await newKey()), createdAt: new Date().toISOString() };
  await writeFile(temporary, '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? rotationUnderWay(temporary) : error;
  });
  try {
    const keys = [key, ...(await storedKeys(path))].filter(isStillNeeded);
    await writeFile(temporary, JSON.stringify({ keys }), { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  return importKey(key);
}

/** A key signed its last tokens when the next newer key was created. */
function isStillNeeded(_key: StoredKey, index: number, keys: readonly StoredKey[]): boolean {
  const replacedAt = Date.parse(keys[index - 1]?.createdAt ?? '');
  return !(replacedAt + limits.tokenLifetimeMostSeconds * 1_000 < Date.now());
}

function rotationUnderWay(temporary: string): WorkspaceError {
  return new WorkspaceError(
    'unavailable',
    `The keys are being rotated already. If that was interrupted, remove ${temporary} and try again; nothing was changed.`,
  );
}

/** Throws `unavailable` unless every key signs what it verifies. A missing file has no keys. */
export async function verifyKeys(path: string): Promise<void> {
  for (const { privateKey, publicKey } of await readKeys(path)) {
    const text = Buffer.from('signed to be verified');
    const signature = await subtle.sign('Ed25519', privateKey, text).catch(() => Buffer.alloc(0));
    if (!(await subtle.verify('Ed25519', publicKey, signature, text))) throw damagedKeys(path);
  }
}

/** Problems of a signing key file, and leftovers of an interrupted rotation. */
export async function* keyProblems(path: string): AsyncGenerator<string, void> {
  try {
    await verifyKeys(path);
  } catch (error) {
    yield error instanceof WorkspaceError ? error.message : `${path} cannot be read (${String(error)})`;
  }
  const { mtimeMs } = (await stat(nextOf(path)).catch(() => undefined)) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > rotationMs)
    yield `${nextOf(path)} was left by a rotation that was interrupted; remove it, and rotate again`;
}

/** Every rotation takes less time. */
const rotationMs = 60_000;

const nextOf = (path: string): string => `${path}.next`;

async function readKeys(path: string): Promise<SigningKey[]> {
  const stored = await storedKeys(path);
  return Promise.all(stored.map(importKey)).catch(() => Promise.reject(damagedKeys(path)));
}

/** The file holds one key, as the first start writes it, or several. */
async function storedKeys(path: string): Promise<StoredKey[]> {
  const text = await readIfThere(path);
  if (text === undefined) return [];
  const keys = keysIn(text);
  if (!keys) throw damagedKeys(path);
  return keys;
}

/** Undefined if the text is anything else. The reason is dropped, because it might quote part of a key. */
function keysIn(text: string): StoredKey[] | undefined {
  try {
    const content = JSON.parse(text) as StoredKey | { readonly keys: StoredKey[] };
    const keys = 'keys' in content ? content.keys : [content];
    return keys.length > 0 && keys.every(isEd25519) ? keys : undefined;
  } catch {
    return undefined;
  }
}

const isEd25519 = ({ kty, crv, x, d }: StoredKey): boolean =>
  kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && typeof d === 'string';

/** Callers asking for a token see this message, so it does not reveal the file's path. */
const damagedKeys = (path: string) =>
  new WorkspaceError(
    'unavailable',
    `${basename(path)} is damaged: it holds no signing keys. Put back the one of a backup. Or remove it and start again: that makes a new key and ends every earlier token.`,
  );

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Changes with the file, which is only replaced as a whole. Synchronous, because every request would otherwise wait for
 * a thread.
 */
function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  return exportJWK(privateKey);
}

async function makeFirstKey(path: string): Promise<SigningKey> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(await newKey()), { mode: 0o600, flag: 'wx', flush: true });
  await link(temporary, path).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await unlink(temporary);
  return (await readKeys(path))[0]!;
}

async function importKey({ createdAt: _createdAt, ...jwk }: StoredKey): Promise<SigningKey> {
  const { d: _private, ...publicJwk } = jwk;
  return {
    keyId: await calculateJwkThumbprint(publicJwk),
    privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
    jwk,
  };
}
