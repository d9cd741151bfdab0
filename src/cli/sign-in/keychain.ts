/** Secrets that the system keeps for its logged-in user. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  /** Returns false if the system has no keychain, as on a machine without a desktop. */
  set(account: string, secret: string): Promise<boolean>;
  delete(account: string): Promise<void>;
}

const service = 'workspace-mcp';

/** Bounds the wait for a keychain that asks an absent user. */
const patienceMs = 60_000;

/**
 * Keychain on macOS, Credential Manager on Windows, Secret Service on Linux. The Linux kernel keyring is not used,
 * because it is not persistent.
 */
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
