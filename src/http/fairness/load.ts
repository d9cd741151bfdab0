import { isForm } from '../bodies/is-form.ts';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { turns } from '../../turns/turn.ts';
import { sentBy, sentByNobody } from '../connections/connections.ts';
import { isAsset } from '../pages/app.ts';
import { isProbe } from '../probes.ts';
import { subjectOf } from './subject.ts';
import { turnOf } from './turn.ts';

/**
 * Refuses requests under overload. A user may hold a quarter of the slots. When all are taken or the event loop is
 * late, only a subject's first few requests pass. A late gateway still answers the parts of the app, and any gateway
 * its probes.
 */
export function registerLoadShedding(app: FastifyInstance): void {
  app.server.on('connection', () => turns.connectionCame());
  void app.register(underPressure, { maxEventLoopDelay: limits.mostDelayMs, pressureHandler: () => {} });
  const requests = new Slots(limits.concurrentRequests);
  const uploads = new Slots(limits.concurrentUploads);
  const bodies = new Bodies();
  // The first hook that knows the user and runs before the body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isProbe(request) || reply.raw.destroyed) return done(null, payload);
    const slots = isUpload(request) ? uploads : requests;
    const subject = subjectOf(request);
    if (request.caller) sentBy(subject, request.raw);
    const hasSlot = slots.take(subject, app.isUnderPressure() && !isAsset(request));
    const bytes = announcedBytes(request);
    const hasRoom = bodies.take(subject, bytes);
    // Unlike onResponse, this also runs when the client hangs up.
    reply.raw.once('close', () => {
      slots.free(subject);
      bodies.free(subject, bytes);
    });
    if (!hasSlot) return done(overloaded(), payload);
    return done(hasRoom ? null : tooMuchSent(), payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401) sentByNobody(request.raw);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const turn = isProbe(request) ? undefined : turnOf(request);
    if (!turn) return done();
    return void turn.then(() => done());
  });
}

/** An upload may last as long as its sender likes. */
export const isUpload = isForm;

/**
 * A request's body length in bytes, as its headers announce it; else the longest allowed. Uploads count 0: they are not
 * kept in memory.
 */
function announcedBytes(request: FastifyRequest): number {
  if (isUpload(request)) return 0;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const announced = encoding === undefined ? Number(length ?? 0) : Infinity;
  return Math.min(announced, limits.jsonBodyBytes);
}

/** Bytes of the bodies under way, in all and by subject. */
class Bodies {
  readonly #bytes = new Tally();

  /** Returns whether there is room. Bytes count until freed, even without room. */
  take(subject: string, bytes: number): boolean {
    const own = this.#bytes.add(subject, bytes);
    if (bytes <= limits.shortBodyBytes) return true;
    return own <= limits.bodyBytesEach && this.#bytes.all <= limits.bodyBytes;
  }

  free(subject: string, bytes: number): void {
    this.#bytes.add(subject, -bytes);
  }
}

/** Requests of a kind under way, in all and by subject. */
class Slots {
  readonly #most: number;
  readonly #taken = new Tally();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns whether a slot is free. The request counts until freed, even without one. */
  take(subject: string, isLate: boolean): boolean {
    const own = this.#taken.add(subject, 1);
    if (own > this.#most * limits.subjectShare) return false;
    return own <= limits.requestsInReserve || (this.#taken.all <= this.#most && !isLate);
  }

  free(subject: string): void {
    this.#taken.add(subject, -1);
  }
}

/** Sums by subject, and their total. Zero sums are deleted, because the subject may never return. */
class Tally {
  readonly #of = new Map<string, number>();
  all = 0;

  /** Returns the subject's new sum. */
  add(subject: string, amount: number): number {
    const sum = (this.#of.get(subject) ?? 0) + amount;
    if (sum === 0) this.#of.delete(subject);
    else this.#of.set(subject, sum);
    this.all += amount;
    return sum;
  }
}

const tooMuchSent = () =>
  new WorkspaceError('unavailable', 'Too much is being sent at once; wait for the answers to what is under way.');

const overloaded = () => new WorkspaceError('unavailable', 'The gateway has too much to do; try again in a moment.');
