import crypto, { type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { FairQueue } from '../turns/fair-queue.ts';

/**
 * Hashes a password in the PHC string format. The result is `$argon2id$v=19$m=…,t=…,p=…$salt$key`. Without Argon2 (Node
 * before 24.7) it is `$scrypt$ln=…,r=…,p=…$salt$key`. The password is normalized to NFC, so that keyboards may compose
 * letters differently. Requests take turns by who asks.
 */
export const hashPassword = async (password: string, asker = ''): Promise<string> => {
  const salt = crypto.randomBytes(saltBytes);
  return written(present, salt, await derived(present, password, salt, asker));
};

/** Compares a password with its hash. It takes as long without a hash. Requests take turns by network. */
export async function isPasswordOf(stored: string | undefined, password: string, network: string): Promise<boolean> {
  const { recipe, salt, key } = read(stored ?? decoy);
  const isEqual = crypto.timingSafeEqual(await derived(recipe, password, salt, network), key);
  return isEqual && stored !== undefined;
}

interface Recipe {
  readonly algorithm: 'argon2id' | 'scrypt';
  readonly costs: Readonly<Record<string, number>>;
}

const saltBytes = 16;
const keyBytes = 32;

/** Costs of OWASP's Password Storage Cheat Sheet: 46 MiB, or 128 MiB with scrypt. */
const present: Recipe =
  typeof crypto.argon2 === 'function'
    ? { algorithm: 'argon2id', costs: { m: 47_104, t: 1, p: 1 } }
    : { algorithm: 'scrypt', costs: { ln: 17, r: 8, p: 1 } };

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

function written({ algorithm, costs }: Recipe, salt: Uint8Array, key: Uint8Array): string {
  const version = algorithm === 'argon2id' ? ['v=19'] : [];
  const numbers = Object.entries(costs).map(([name, value]) => `${name}=${value}`);
  return ['', algorithm, ...version, numbers.join(','), encoded(salt), encoded(key)].join('$');
}

const decoy = written(present, crypto.randomBytes(saltBytes), crypto.randomBytes(keyBytes));

function read(stored: string) {
  const parts = stored.split('$');
  const [numbers = '', salt = '', key = ''] = parts.slice(-3);
  const costs: Record<string, number> = {};
  for (const [, name, value] of numbers.matchAll(/(\w+)=(\d+)/g)) costs[name!] = Number(value);
  return {
    recipe: { algorithm: parts[1], costs } as Recipe,
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

interface Waiting {
  derive(): Promise<void>;
  refuse(error: WorkspaceError): void;
}

const waiting = new FairQueue<Waiting>();
let isDeriving = false;

/**
 * Derives one key at a time, off the event loop, so that sign-ins leave memory and threads to others. Throws
 * `unavailable` at once if the wait would exceed a browser's patience. A sender who waits for most makes room for others.
 */
function derived(recipe: Recipe, password: string, salt: Uint8Array, network = ''): Promise<Uint8Array> {
  const isFull = waiting.size + Number(isDeriving) >= limits.passwordsWaiting;
  const own = waiting.sizeOf(network);
  if (own >= limits.passwordsWaitingEach || (isFull && !makesRoomFor(own + 1))) throw tooMany();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const message = Buffer.from(password.normalize('NFC'));
  waiting.add(network, { derive: () => derive(recipe, message, salt).then(resolve, reject), refuse: reject });
  if (!isDeriving) void deriveAll();
  return promise;
}

const tooMany = () =>
  new WorkspaceError('unavailable', 'Too many people sign in at this moment; try again in a few seconds.');

/** Refuses the last one of whoever waits for most, if that is more than this many. */
function makesRoomFor(count: number): boolean {
  const last = waiting.takeLastOfMost(count);
  last?.refuse(tooMany());
  return last !== undefined;
}

async function deriveAll(): Promise<void> {
  isDeriving = true;
  for (let next = waiting.next(); next; next = waiting.next()) await next.derive();
  isDeriving = false;
}

function derive({ algorithm, costs }: Recipe, message: Uint8Array, nonce: Uint8Array): Promise<Uint8Array> {
  const { m, t, p, ln, r } = costs as Record<'m' | 't' | 'p' | 'ln' | 'r', number>;
  if (algorithm === 'argon2id') {
    const costs = { memory: m, passes: t, parallelism: p, tagLength: keyBytes };
    return promisify(crypto.argon2)(algorithm, { message, nonce, ...costs });
  }
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** (ln + 8) * r };
  return promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(crypto.scrypt)(
    message,
    nonce,
    keyBytes,
    options,
  );
}
