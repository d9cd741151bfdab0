import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { SharedText } from '../../store/database.ts';
import {
  folderKeys,
  type KeyRing,
  keysText,
  removeUnfinishedKeys,
  replaceKeys,
  type SigningKey,
  type SigningKeys,
  signingKeysIn,
  unsoundKeys,
  withNewKey,
} from '../keys.ts';

interface Shared {
  /** Where the database keeps the sealed keys. */
  readonly text: SharedText;
  /** The operator's secret, which every gateway has and the database has not. */
  readonly secret: string;
  readonly installationId: string;
}

const noticedAfterMs = 1_000;

/** Signing keys that all gateways of a database have in common. The database holds them sealed. */
export function sharedKeys(shared: Shared): SigningKeys {
  const seal = sealWith(shared);
  const newest = async (): Promise<SigningKey> => {
    const sealed = await shared.text.read();
    if (sealed === undefined) return change(seal, shared.text);
    return (await signingKeysIn(await seal.open(sealed), place))[0]!;
  };
  return {
    ring: () => ringOf(seal, shared.text),
    newest,
    rotate: () => change(seal, shared.text),
    async *problems() {
      try {
        const sealed = await shared.text.read();
        if (sealed === undefined) return;
        if (await unsoundKeys(await signingKeysIn(await seal.open(sealed), place))) yield damaged().message;
      } catch (error) {
        yield error instanceof WorkspaceError ? error.message : 'the signing keys in the database cannot be read';
      }
    },
  };
}

/** Throws `unavailable` if the database holds keys that another secret has sealed. */
export async function refuseOtherSecret(shared: Shared): Promise<void> {
  const sealed = await shared.text.read();
  if (sealed !== undefined) await sealWith(shared).open(sealed);
}

/**
 * Brings the keys of a folder into the database, or new ones if the folder has none. Keys that another gateway brought
 * first stay.
 */
export async function shareKeys(path: string, shared: Shared): Promise<void> {
  if ((await shared.text.read()) !== undefined) return;
  const text = existsSync(path) ? await keysText(path) : await withNewKey(undefined, place);
  await shared.text.replace(undefined, await sealWith(shared).close(text));
}

/** Throws `unavailable` unless all keys of a folder are among those of the database. */
export async function refuseOtherKeys(path: string, shared: Shared): Promise<void> {
  const common = await sharedKeys(shared).ring().all();
  for (const { keyId } of await folderKeys(path).ring().all())
    if (!common.some((key) => key.keyId === keyId))
      throw unavailable(
        `${path} holds a key that the database has not. Move it away; gateways use those of the database.`,
      );
}

/** Opens the keys of a database. Returns what writes them into a file that only its owner may read. */
export async function unshareKeys(path: string, shared: Shared): Promise<() => Promise<void>> {
  const sealed = await shared.text.read();
  if (sealed === undefined) return async () => {};
  const keys = await sealWith(shared).open(sealed);
  return async () => {
    await removeUnfinishedKeys(path);
    await replaceKeys(path, keys);
  };
}

function ringOf(seal: Seal, text: SharedText): KeyRing {
  let read: string | undefined;
  let keys: readonly SigningKey[] = [];
  let lookedAt = -Infinity;
  const look = async () => {
    const began = performance.now();
    const sealed = await text.read();
    if (sealed !== read) {
      keys = sealed === undefined ? [] : await signingKeysIn(await seal.open(sealed), place);
      read = sealed;
    }
    lookedAt = began;
    return keys;
  };
  let underWay: ReturnType<typeof look> | undefined;
  /** Anybody may name a key that nobody has, so such requests share one read of the database. */
  const all = () => (underWay ??= look().finally(() => (underWay = undefined)));
  const find = async (keyId: string) => {
    const isFresh = performance.now() - lookedAt < noticedAfterMs;
    const known = isFresh ? keys.find((key) => key.keyId === keyId) : undefined;
    return known ?? (await all()).find((key) => key.keyId === keyId);
  };
  return { all, find };
}

/** Another gateway may rotate at the same moment. Both new keys are kept then. */
async function change(seal: Seal, text: SharedText): Promise<SigningKey> {
  for (;;) {
    const current = await text.read();
    const next = await withNewKey(current === undefined ? undefined : await seal.open(current), place);
    if (await text.replace(current, await seal.close(next))) return (await signingKeysIn(next, place))[0]!;
  }
}

interface Seal {
  close(content: string): Promise<string>;
  /** Throws `unavailable` if another secret has sealed it, or somebody has changed it. */
  open(sealed: string): Promise<string>;
}

function sealWith({ secret, installationId }: Omit<Shared, 'text'>): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, installationId, 'workspace-mcp signing keys', 32));
  return {
    close: (content) =>
      new CompactEncrypt(Buffer.from(content)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key),
    async open(sealed) {
      try {
        const accepted = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
        return Buffer.from((await compactDecrypt(sealed, key, accepted)).plaintext).toString();
      } catch {
        throw wrongKey();
      }
    },
  };
}

const place = 'signing_keys of the database';

const unavailable = (sentence: string) => new WorkspaceError('unavailable', sentence);

const wrongKey = () =>
  unavailable(
    'The signing keys in the database were sealed with another key. Start with the --key-file (WORKSPACE_KEY_FILE) of its other gateways.',
  );

const damaged = () => unavailable('The signing keys in the database are damaged. Put back the database of a backup.');
