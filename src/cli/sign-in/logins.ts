import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { tell } from '../terminal/output.ts';
import { writeDraft } from '../replace.ts';
import type { Keychain } from './keychain.ts';

const Tokens = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

export interface Tokens extends z.infer<typeof Tokens> {}

const Kept = z.object({
  /** The gateway's own name of its address. */
  url: z.url(),
  /** The gateway's authorization server. */
  issuer: z.string(),
  userName: z.string(),
  signedInAt: z.string(),
  /** Stored here if the system has no usable keychain. */
  tokens: Tokens.optional(),
});

type Kept = z.infer<typeof Kept>;

/** A login at a gateway. */
export interface Login extends Omit<Kept, 'tokens'> {}

const locked = (url: string) => (cause: unknown) => {
  const detail = `The system's keychain does not give out the tokens of ${url}: unlock it, or sign in again.`;
  throw Object.assign(new WorkspaceError('unauthenticated', detail), { cause });
};

const switchedOff = (url: string) =>
  new WorkspaceError(
    'unauthenticated',
    `The tokens of ${url} are in the system's keychain, which WORKSPACE_KEYCHAIN=false switches off: take that away, or sign in again.`,
  );

/** Refuses with the failed file operation, and says what to do. */
const unkept = (url: string, what: string) => (cause: Error) => {
  const detail = `The sign-in at ${url} ${what} (${cause.message}). Make room there, or make it yours; then try again.`;
  throw new WorkspaceError('unavailable', detail, {}, { cause });
};

/** Undefined if invalid. The parse error is dropped, because it may quote a token. */
function parsed<Value>(schema: z.ZodType<Value>, json: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** The space for a login without tokens yet, in bytes. */
const usualBytes = 8_192;

/**
 * The logins of a user: one file per gateway, in a private folder. Tokens are in the system's keychain, or in that
 * private file. Files are replaced atomically, and changed under a lock between processes.
 */
export class Logins {
  readonly #folder: string;
  readonly #keychain: Keychain | undefined;
  readonly #passedOver = new Set<string>();

  constructor(folder: string, keychain: Keychain | undefined) {
    this.#folder = folder;
    this.#keychain = keychain;
  }

  async find(url: string): Promise<Login | undefined> {
    return this.#read(this.#fileOf(url));
  }

  /** The most recent login. */
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
    return secret === undefined ? undefined : parsed(Tokens, secret);
  }

  /** Stores tokens and returns where. A keychain that refuses them loses the earlier ones. */
  async keep({ url, issuer, userName, signedInAt }: Login, tokens: Tokens): Promise<'keychain' | 'file'> {
    const inKeychain = (await this.#keychain?.set(url, JSON.stringify(tokens))) ?? false;
    if (!inKeychain) await this.#keychain?.delete(url).catch(() => {});
    const login: Kept = { url, issuer, userName, signedInAt, ...(!inKeychain && { tokens }) };
    await this.#write(url, JSON.stringify(login)).catch(unkept(url, `cannot be kept in ${this.#folder}`));
    await rename(this.#draftOf(url), this.#fileOf(url));
    return inKeychain ? 'keychain' : 'file';
  }

  /**
   * Reserves the disk space that `keep` will need, before the new tokens are requested. Returns true if an earlier
   * attempt reserved it and kept nothing.
   */
  async secureRoom(url: string): Promise<boolean> {
    const wasSecured = await stat(this.#draftOf(url)).then(
      () => true,
      () => false,
    );
    const size = await stat(this.#fileOf(url)).then(
      (file) => file.size,
      () => 0,
    );
    try {
      await this.#write(url, ' '.repeat(2 * size + usualBytes));
    } catch (error) {
      if (!wasSecured) await this.giveUpRoom(url);
      unkept(url, `is not renewed, because there is no room to store it ${this.#folder}`)(error as Error);
    }
    return wasSecured;
  }

  async giveUpRoom(url: string): Promise<void> {
    await rm(this.#draftOf(url), { force: true });
  }

  async forget(url: string): Promise<void> {
    await this.#keychain?.delete(url).catch(() => {});
    await rm(this.#fileOf(url), { force: true });
    await this.giveUpRoom(url);
  }

  /** Runs under the lock of this gateway. The lock of a dead process expires after some seconds. */
  async alone<Result>(url: string, run: () => Promise<Result>): Promise<Result> {
    const release = await this.#lock(url);
    try {
      return await run();
    } finally {
      await release().catch(() => {});
    }
  }

  /** A lock lost while the machine slept must not crash a process that serves an agent. */
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

  /** One draft per login suffices, because writers hold the lock. */
  #draftOf(url: string): string {
    return `${this.#fileOf(url)}.draft`;
  }

  async #write(url: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeDraft(this.#draftOf(url), text, 0o600);
  }

  async #read(file: string): Promise<Kept | undefined> {
    const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
      code === 'ENOENT' ? undefined : '',
    );
    const kept = text === undefined ? undefined : parsed(Kept, text);
    if (text !== undefined && !kept) this.#passOver(file);
    return kept;
  }

  #passOver(file: string): void {
    if (!this.#passedOver.has(file)) tell(`${file} cannot be read as a sign-in and was skipped; remove it.`);
    this.#passedOver.add(file);
  }
}
