import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { turns } from '../store/turn.ts';
import { isProbe } from './probes.ts';
import { subjectOf } from './subject.ts';

/**
 * Turns requests away while there is more to do than can be done in time: of a user who has a quarter of the places, and when all
 * are taken or the gateway is late, of those who have more than a few under way. Those who watch it are always answered.
 */
export function registerLoadShedding(app: FastifyInstance): void {
  void app.register(underPressure, { maxEventLoopDelay: limits.mostDelayMs, pressureHandler: () => {} });
  const requests = new Slots(limits.concurrentRequests);
  const uploads = new Slots(limits.concurrentUploads);
  // The first hook that knows the user, and comes before the body.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isProbe(request) || reply.raw.destroyed) return done(null, payload);
    const slots = isUpload(request) ? uploads : requests;
    const subject = subjectOf(request);
    const hasRoom = slots.take(subject, app.isUnderPressure());
    // Unlike onResponse, this happens when the client hangs up too.
    reply.raw.once('close', () => slots.free(subject));
    return done(hasRoom ? null : overloaded(), payload);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const subject = subjectOf(request);
    if (isProbe(request) || turns.mayBegin(subject)) return done();
    return void turns.pass(subject).then(() => done());
  });
}

/** It lasts as long as its sender likes. */
export const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.operation?.request === 'multipart';

/** How many of a kind are under way: of all, and of each subject. */
class Slots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Taken even where there is no room, until it is freed. */
  take(subject: string, isLate: boolean): boolean {
    const own = (this.#taken.get(subject) ?? 0) + 1;
    this.#taken.set(subject, own);
    this.#all += 1;
    if (own > this.#most * limits.subjectShare) return false;
    return own <= limits.requestsInReserve || (this.#all <= this.#most && !isLate);
  }

  free(subject: string): void {
    const left = this.#taken.get(subject)! - 1;
    if (left === 0) this.#taken.delete(subject);
    else this.#taken.set(subject, left);
    this.#all -= 1;
  }
}

const overloaded = () => new WorkspaceError('unavailable', 'The gateway has too much to do; try again in a moment.');
