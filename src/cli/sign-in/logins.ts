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
  /** The gateway's address, as it calls itself. */
  url: z.url(),
  /** Its authorization server. */
  issuer: z.string(),
  userName: z.string(),
  signedInAt: z.string(),
  /** Where there is no keychain to keep them. */
  tokens: Tokens.optional(),
});

type Kept = z.infer<typeof Kept>;

/** That somebody is signed in at a gateway. */
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

/** What cannot be done with the file of a login, and what to do. */
const unkept = (url: string, what: string) => (cause: Error) => {
  const detail = `The sign-in at ${url} ${what} (${cause.message}). Make room there, or make it yours; then try again.`;
  throw new WorkspaceError('unavailable', detail, {}, { cause });
};

/** What does not read as such is none, and never part of an error that quotes it. */
function parsed<Value>(schema: z.ZodType<Value>, json: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Of a login that has no tokens yet. */
const usualBytes = 8_192;

/**
 * Who is signed in where: a file for each gateway in a folder of the user's own. The tokens are in the system's keychain, or in
 * that file, which nobody else may read. It is replaced as a whole, and changed under a lock that all processes respect.
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
    return secret === undefined ? undefined : parsed(Tokens, secret);
  }

  /** Returns where the tokens are; a keychain that takes no more is rid of the earlier ones. */
  async keep({ url, issuer, userName, signedInAt }: Login, tokens: Tokens): Promise<'keychain' | 'file'> {
    const inKeychain = (await this.#keychain?.set(url, JSON.stringify(tokens))) ?? false;
    if (!inKeychain) await this.#keychain?.delete(url).catch(() => {});
    const login: Kept = { url, issuer, userName, signedInAt, ...(!inKeychain && { tokens }) };
    await this.#write(url, JSON.stringify(login)).catch(unkept(url, `cannot be kept in ${this.#folder}`));
    await rename(this.#draftOf(url), this.#fileOf(url));
    return inKeychain ? 'keychain' : 'file';
  }

  /**
   * Takes the room on the disk that `keep` will need, before what it keeps is got. True when somebody did so before and then kept
   * nothing.
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
      unkept(url, `is not renewed, for there is no room to keep it in ${this.#folder}`)(error as Error);
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

  /** One for each login, since whoever changes it is alone. */
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
    if (!this.#passedOver.has(file)) tell(`${file} is no sign-in that can be read, and is passed over; take it away.`);
    this.#passedOver.add(file);
  }
}
