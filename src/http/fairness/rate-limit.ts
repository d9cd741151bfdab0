import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Scope } from '../../../schemas/operation.ts';
import { isProbe } from '../probes.ts';
import { subjectOf } from './subject.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of work of an address outside the contract; reads by default. */
    work?: Work;
  }
  interface FastifyInstance {
    /** Counts the messages of one request by the scope that each needs. Throws `rate_limited` above the quota. */
    countMessages(request: FastifyRequest, reply: FastifyReply, scopes: readonly (Scope | undefined)[]): void;
  }
}

/** Each kind's share of the requests a minute. Authorizations are what anyone may store without a token. */
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
/** Subjects counted at one time. Beyond, the oldest count starts again. */
const mostSubjects = 50_000;

interface Count {
  /** By the monotonic clock, in ms. */
  readonly endsAt: number;
  requests: number;
}

/**
 * Counts requests by subject and kind of work, in windows of a minute from the first request. Our own, because every
 * request pays for it: one map lookup. @fastify/rate-limit counts by route. Its fields follow an older draft of
 * draft-ietf-httpapi-ratelimit-headers.
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

  /** Counts requests and sets the RateLimit headers. Returns an error above the quota. */
  take(subject: string, work: Work, reply: FastifyReply, requests = 1): WorkspaceError | undefined {
    // Whole milliseconds: fractions would not add up to the window again, and it would end a second late.
    const now = Math.floor(performance.now());
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

  /** Drops up to two expired counts for each new one, the oldest first. */
  #forget(now: number): void {
    for (let turn = 0; turn < 2; turn += 1) {
      const [oldest] = this.#counts;
      if (!oldest || (oldest[1].endsAt > now && this.#counts.size < mostSubjects)) return;
      this.#counts.delete(oldest[0]);
    }
  }
}

/**
 * Counts every request before its body is read: by user, or by address if the sender is unknown. Refused tokens, hosts
 * and origins count as refusals. The returned function gives the error to answer: the given one or `rate_limited`.
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

/** Always refused before they were counted. */
const refusedBefore: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient_scope']);
/** Counted as refusals only if not counted before, because other refusals share these codes. */
const refusedByHost: ReadonlySet<string> = new Set(['forbidden', 'invalid_request']);

function workOf({ operation, work }: FastifyContextConfig): Work {
  if (work) return work;
  return operation?.request !== undefined ? 'uploads' : workOfScope(operation?.scope);
}

function workOfScope(scope: Scope | undefined): Work {
  if (scope === 'workspace.query') return 'queries';
  return scope === 'workspace.write' || scope === 'workspace.admin' ? 'writes' : 'reads';
}

/** The first read is the request itself, which was counted on arrival. */
function callsByWork(scopes: readonly (Scope | undefined)[]): ReadonlyMap<Work, number> {
  const calls = new Map<Work, number>();
  for (const work of scopes.map(workOfScope)) calls.set(work, (calls.get(work) ?? 0) + 1);
  const reads = calls.get('reads');
  if (reads === 1) calls.delete('reads');
  else if (reads !== undefined) calls.set('reads', reads - 1);
  return calls;
}
