import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Scope } from '../../../schemas/operation.ts';
import { isProbe } from '../probes.ts';
import { subjectOf } from './subject.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of work of an address that is not an operation of the contract; reads by default. */
    work?: Work;
  }
  interface FastifyInstance {
    /** Counts the messages of one request, by the scope that each needs, if any; throws when they are too many. */
    countMessages(request: FastifyRequest, reply: FastifyReply, scopes: readonly (Scope | undefined)[]): void;
  }
}

/** What a kind of work may take of the requests a minute. Authorizations are what anyone may have stored without a token. */
const shares = {
  reads: 1,
  writes: 1 / 2,
  queries: 1 / 4,
  uploads: 1 / 10,
  refusals: 1 / 20,
  authorizations: 1 / 20,
} as const;
type Work = keyof typeof shares;

const windowMs = 60_000;
/** Subjects that are counted at one time; beyond, the one that has been counted longest begins anew. */
const mostSubjects = 50_000;

interface Count {
  /** Of a clock that nobody can turn. */
  readonly endsAt: number;
  requests: number;
}

/**
 * Counts the requests of each subject and kind of work in windows of a minute that begin with its first request. Our own,
 * since a request pays for it: one look into a map. @fastify/rate-limit counts by route, and its fields are those of an
 * older draft of draft-ietf-httpapi-ratelimit-headers.
 */
class RateLimit {
  readonly #counts = new Map<string, Count>();
  readonly #quotas: Readonly<Record<Work, number>>;
  readonly #policies: Readonly<Record<Work, string>>;

  constructor(requestsAMinute: number) {
    const quotaOf = (work: Work) => Math.max(1, Math.floor(requestsAMinute * shares[work]));
    const works = Object.keys(shares) as Work[];
    this.#quotas = Object.fromEntries(works.map((work) => [work, quotaOf(work)])) as Record<Work, number>;
    this.#policies = Object.fromEntries(
      works.map((work) => [work, `"${work}";q=${this.#quotas[work]};w=${windowMs / 1_000}`]),
    ) as Record<Work, string>;
  }

  /** Counts requests and has the answer say how much is left; an error for what is above the quota. */
  take(subject: string, work: Work, reply: FastifyReply, requests = 1): WorkspaceError | undefined {
    const now = performance.now();
    const count = this.#countOf(`${work} ${subject}`, now);
    count.requests += requests;
    const seconds = Math.ceil((count.endsAt - now) / 1_000);
    const left = Math.max(0, this.#quotas[work] - count.requests);
    reply.header('ratelimit-policy', this.#policies[work]).header('ratelimit', `"${work}";r=${left};t=${seconds}`);
    if (count.requests <= this.#quotas[work]) return undefined;
    reply.header('retry-after', String(seconds));
    return new WorkspaceError('rate_limited', `Too many ${work} in a minute; try again in ${seconds} seconds.`);
  }

  #countOf(key: string, now: number): Count {
    const known = this.#counts.get(key);
    if (known && known.endsAt > now) return known;
    this.#counts.delete(key);
    this.#forget(now);
    const count = { endsAt: now + windowMs, requests: 0 };
    this.#counts.set(key, count);
    return count;
  }

  /** The oldest come first: those whose window has ended go, two for each that comes. */
  #forget(now: number): void {
    for (let turn = 0; turn < 2; turn += 1) {
      const [oldest] = this.#counts;
      if (!oldest || (oldest[1].endsAt > now && this.#counts.size < mostSubjects)) return;
      this.#counts.delete(oldest[0]);
    }
  }
}

/**
 * Counts every request, before its body is read, for its user, or for its address where nobody has to say who they are;
 * and for its address what was refused for want of a good token, or for the name or the page that it came by. Returns what a
 * request is refused with: who asks too often is told so.
 */
export function registerRateLimit(
  app: FastifyInstance,
  requestsAMinute: number,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => Error {
  if (requestsAMinute === 0) {
    app.decorate('countMessages', () => {});
    return (error) => error;
  }
  const limit = new RateLimit(requestsAMinute);
  app.decorate('countMessages', (request, reply, scopes) => {
    for (const [work, calls] of callsByWork(scopes)) {
      const refusal = limit.take(subjectOf(request), work, reply, calls);
      if (refusal) throw refusal;
    }
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isProbe(request)) return done(null, payload);
    const refusal = limit.take(subjectOf(request), workOf(request.routeOptions.config), reply);
    done(refusal ?? null, payload);
  });
  return (error, request, reply) => {
    const isRefused =
      error instanceof WorkspaceError &&
      (refusedBefore.has(error.code) || (refusedByHost.has(error.code) && !reply.hasHeader('ratelimit')));
    return (isRefused && limit.take(subjectOf(request), 'refusals', reply)) || error;
  };
}

/** What is refused before it was counted. */
const refusedBefore: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient_scope']);
/** The same unless it was counted, for others are refused so too. */
const refusedByHost: ReadonlySet<string> = new Set(['forbidden', 'invalid_request']);

function workOf({ operation, work }: FastifyContextConfig): Work {
  if (work) return work;
  return operation?.request === 'multipart' ? 'uploads' : workOfScope(operation?.scope);
}

function workOfScope(scope: Scope | undefined): Work {
  if (scope === 'workspace.query') return 'queries';
  return scope === 'workspace.write' ? 'writes' : 'reads';
}

/** The first that reads is the request itself, which was counted when it came. */
function callsByWork(scopes: readonly (Scope | undefined)[]): ReadonlyMap<Work, number> {
  const calls = new Map<Work, number>();
  for (const work of scopes.map(workOfScope)) calls.set(work, (calls.get(work) ?? 0) + 1);
  const reads = calls.get('reads');
  if (reads === 1) calls.delete('reads');
  else if (reads !== undefined) calls.set('reads', reads - 1);
  return calls;
}
