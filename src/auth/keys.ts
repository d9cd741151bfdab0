import { randomUUID, subtle } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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

/** Where the signing keys of a workspace are: in its folder, or in the database for all gateways. */
export interface SigningKeys {
  /** The file that holds them, if one does. */
  readonly file?: string;
  ring(): KeyRing;
  /** The key that signs. It is made if it is missing. */
  newest(): Promise<SigningKey>;
  /** Creates a new signing key. Older keys verify as long as their tokens may live. */
  rotate(): Promise<SigningKey>;
  problems(): AsyncIterable<string>;
}

export const folderKeys = (path: string): SigningKeys => ({
  file: path,
  ring: () => keyRing(path),
  newest: () => signingKeyAt(path),
  rotate: () => rotateKeys(path),
  problems: () => keyProblems(path),
});

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
async function signingKeyAt(path: string): Promise<SigningKey> {
  const [newest] = await readKeys(path);
  return newest ?? (await makeFirstKey(path));
}

async function rotateKeys(path: string): Promise<SigningKey> {
  await signingKeyAt(path);
  const temporary = nextOf(path);
  await writeFile(temporary, '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? rotationUnderWay(temporary) : error;
  });
  try {
    await writeFile(temporary, await withNewKey(await keysText(path), basename(path)), { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  return (await readKeys(path))[0]!;
}

/** Puts a new key before the others, and drops keys whose tokens have all expired. */
export async function withNewKey(text: string | undefined, place: string): Promise<string> {
  const key: StoredKey = { ...(await newKey()), createdAt: new Date().toISOString() };
  const earlier = text === undefined ? [] : storedKeysIn(text, place);
  return JSON.stringify({ keys: [key, ...earlier].filter(isStillNeeded) });
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
  if (await unsoundKeys(await readKeys(path))) throw damagedKeys(basename(path));
}

/** Whether a key does not verify what it signs. */
export async function unsoundKeys(keys: readonly SigningKey[]): Promise<boolean> {
  const text = Buffer.from('signed to be verified');
  for (const { privateKey, publicKey } of keys) {
    const signature = await subtle.sign('Ed25519', privateKey, text).catch(() => Buffer.alloc(0));
    if (!(await subtle.verify('Ed25519', publicKey, signature, text))) return true;
  }
  return false;
}

/** Problems of a signing key file, and leftovers of an interrupted rotation. */
async function* keyProblems(path: string): AsyncGenerator<string, void> {
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
  const text = await keysText(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  return text === undefined ? [] : signingKeysIn(text, basename(path));
}

/** The keys that a text holds, newest first. `place` names where it is. */
export const signingKeysIn = (text: string, place: string): Promise<SigningKey[]> =>
  Promise.all(storedKeysIn(text, place).map(importKey)).catch(() => Promise.reject(damagedKeys(place)));

export const keysText = (path: string): Promise<string> => readFile(path, 'utf8');

/** Removes what a process that was ended had written beside the file. Nobody else may write keys meanwhile. */
export async function removeUnfinishedKeys(path: string): Promise<void> {
  const [folder, start] = [dirname(path), `${basename(path)}.`];
  for (const name of await readdir(folder)) if (name.startsWith(start)) await unlink(join(folder, name));
}

/** Puts keys in the place of those of a file. */
export async function replaceKeys(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(temporary, path);
}

/** The text holds one key, as the first start writes it, or several. */
function storedKeysIn(text: string, place: string): StoredKey[] {
  const keys = keysIn(text);
  if (!keys) throw damagedKeys(place);
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
const damagedKeys = (place: string) =>
  new WorkspaceError(
    'unavailable',
    `${place} is damaged: it holds no signing keys. Put back the one of a backup. Or remove it and start again: that makes a new key and ends every earlier token.`,
  );

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
