import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { replaceFile } from '../replace.ts';
import type { Keychain } from './keychain.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** That somebody is signed in at a gateway. */
export interface Login {
  /** The gateway's address, as it calls itself. */
  readonly url: string;
  /** Its authorization server. */
  readonly issuer: string;
  readonly userName: string;
  readonly signedInAt: string;
}

const locked = (url: string) => (cause: unknown) => {
  const detail = `The system's keychain does not give out the tokens of ${url}: unlock it, or sign in again.`;
  throw Object.assign(new WorkspaceError('unauthenticated', detail), { cause });
};

const switchedOff = (url: string) =>
  new WorkspaceError(
    'unauthenticated',
    `The tokens of ${url} are in the system's keychain, which WORKSPACE_KEYCHAIN=false switches off: take that away, or sign in again.`,
  );

/** What does not read as tokens is none, and never part of an error that quotes it. */
function tokensIn(secret: string): Tokens | undefined {
  try {
    return JSON.parse(secret) as Tokens;
  } catch {
    return undefined;
  }
}

interface Kept extends Login {
  /** Where there is no keychain to keep them. */
  readonly tokens?: Tokens;
}

/**
 * Who is signed in where: a file for each gateway in a folder of the user's own. The tokens are in the system's keychain, or in
 * that file, which nobody else may read. It is replaced as a whole, and changed under a lock that all processes respect.
 */
export class Logins {
  readonly #folder: string;
  readonly #keychain: Keychain | undefined;

  constructor(folder: string, keychain: Keychain | undefined) {
    this.#folder = folder;
    this.#keychain = keychain;
  }

  async find(url: string): Promise<Login | undefined> {
    return this.#read(this.#fileOf(url));
  }

  /** The one that was signed in last. */
  async last(): Promise<Login | undefined> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(this.#folder, name));
    const logins = (await Promise.all(files.map((file) => this.#read(file)))).filter((login) => login !== undefined);
    return logins.toSorted((one, other) => one.signedInAt.localeCompare(other.signedInAt)).at(-1);
  }

  async tokens(url: string): Promise<Tokens | undefined> {
    const kept = await this.#read(this.#fileOf(url));
    if (!kept || kept.tokens) return kept?.tokens;
    if (!this.#keychain) throw switchedOff(url);
    const secret = await this.#keychain.get(url).catch(locked(url));
    return secret === undefined ? undefined : tokensIn(secret);
  }

  /** Returns where the tokens are; a keychain that takes no more is rid of the earlier ones. */
  async keep({ url, issuer, userName, signedInAt }: Login, tokens: Tokens): Promise<'keychain' | 'file'> {
    const inKeychain = (await this.#keychain?.set(url, JSON.stringify(tokens))) ?? false;
    if (!inKeychain) await this.#keychain?.delete(url).catch(() => {});
    const login: Kept = { url, issuer, userName, signedInAt, ...(!inKeychain && { tokens }) };
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await replaceFile(this.#fileOf(url), JSON.stringify(login), 0o600);
    return inKeychain ? 'keychain' : 'file';
  }

  async forget(url: string): Promise<void> {
    await this.#keychain?.delete(url).catch(() => {});
    await rm(this.#fileOf(url), { force: true });
  }

  /** While no other process does the same for this gateway; one that died is waited for some seconds. */
  async alone<Result>(url: string, run: () => Promise<Result>): Promise<Result> {
    const release = await this.#lock(url);
    try {
      return await run();
    } finally {
      await release().catch(() => {});
    }
  }

  /** One that was lost, as while the machine slept, must not end a process that serves an agent. */
  async #lock(url: string): Promise<() => Promise<void>> {
    const retries = { retries: 200, factor: 1.1, minTimeout: 20, maxTimeout: 500, randomize: true };
    const onCompromised = () => {};
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      return await lock(this.#fileOf(url), { realpath: false, stale: 15_000, retries, onCompromised });
    } catch (cause) {
      const detail = `The sign-in at ${url} is being changed by another process, or ${this.#folder} cannot be written; try again, or make that folder yours.`;
      throw new WorkspaceError('unavailable', detail, {}, { cause });
    }
  }

  #fileOf(url: string): string {
    return join(this.#folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`);
  }

  async #read(file: string): Promise<Kept | undefined> {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Kept;
    } catch {
      return undefined;
    }
  }
}
