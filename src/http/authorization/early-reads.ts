import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { agentHeader, interfaceHeader } from '../../../schemas/interfaces.ts';
import type { Caller } from '../../workspace/operation/context.ts';

export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

const mostCallers = 1_000;

/**
 * Reads that begin while the database is still asked who sent them. A server is a round trip away, and a read that waits
 * for its caller waits for two. It begins as the caller whom the same credentials named before. Its answer goes out only
 * when they name the same caller again, with the same rights.
 */
export class EarlyReads {
  readonly #callerOf: CallerOf;
  readonly #known = new LRUCache<string, Caller>({ max: mostCallers });
  readonly #asked = new WeakMap<FastifyRequest, Promise<Caller>>();

  constructor(callerOf: CallerOf) {
    this.#callerOf = callerOf;
  }

  /** The caller as whom the read may begin. Unless they are known, the database is asked first. */
  async callerOf(request: FastifyRequest): Promise<Caller> {
    const credentials = credentialsOf(request);
    const presumed = this.#known.get(credentials);
    const asked = this.#ask(request, credentials);
    if (!presumed) return asked;
    this.#asked.set(request, asked);
    return presumed;
  }

  /** Throws what refuses the caller. A read that began with other rights than theirs is done again. */
  async answer<Answer>(request: FastifyRequest, read: (caller: Caller) => Promise<Answer>): Promise<Answer> {
    const presumed = request.caller!;
    const early = read(presumed);
    early.catch(() => {});
    const asked = this.#asked.get(request);
    if (!asked) return early;
    request.caller = undefined;
    request.caller = await asked;
    return isDeepStrictEqual(request.caller, presumed) ? early : read(request.caller);
  }

  #ask(request: FastifyRequest, credentials: string): Promise<Caller> {
    const asked = this.#callerOf(request);
    asked.then(
      (caller) => this.#known.set(credentials, caller),
      () => this.#known.delete(credentials),
    );
    return asked;
  }
}

/** Finds whom to presume, and proves nothing. */
const credentialsOf = ({ headers }: FastifyRequest): string => {
  const { authorization, cookie } = headers;
  return hash(
    'sha256',
    [authorization ?? cookie, headers[interfaceHeader], headers[agentHeader]].join('\n'),
    'base64url',
  );
};
