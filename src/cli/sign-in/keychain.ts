/** Secrets that the system keeps for whoever is logged in to it. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  /** False when it keeps none, as on a machine without a desktop. */
  set(account: string, secret: string): Promise<boolean>;
  delete(account: string): Promise<void>;
}

const service = 'workspace-mcp';

/** One that asks somebody who is not there would wait for ever. */
const patienceMs = 60_000;

/** Keychain of macOS, Credential Manager of Windows, Secret Service of Linux: not its kernel keyring, which forgets. */
export const systemKeychain: Keychain = {
  async get(account) {
    const entry = await entryOf(account);
    return (await entry?.getPassword(AbortSignal.timeout(patienceMs))) ?? undefined;
  },
  async set(account, secret) {
    try {
      const entry = await entryOf(account);
      await entry?.setPassword(secret, AbortSignal.timeout(patienceMs));
      return entry !== undefined;
    } catch {
      return false;
    }
  },
  async delete(account) {
    const entry = await entryOf(account);
    await entry?.deleteCredential(AbortSignal.timeout(patienceMs));
  },
};

async function entryOf(account: string) {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  } catch {
    return undefined;
  }
}
