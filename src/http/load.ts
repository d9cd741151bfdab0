import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { isProbe } from './probes.ts';
import { networkOf } from '../auth/networks.ts';

/** Turns requests away while there is more to do than can be done in time. Those who watch the gateway are always answered. */
export function registerLoadShedding(app: FastifyInstance): void {
  void app.register(underPressure, {
    maxEventLoopDelay: limits.mostDelayMs,
    pressureHandler: (request) => {
      if (!isProbe(request)) throw overloaded();
    },
  });
  const requests = new Slots(limits.concurrentRequests);
  const uploads = new Slots(limits.concurrentUploads);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (isProbe(request)) return done();
    const slots = isUpload(request) ? uploads : requests;
    const sender = networkOf(request.ip);
    const hasRoom = slots.take(sender);
    // Unlike onResponse, this happens when the client hangs up too.
    reply.raw.once('close', () => slots.free(sender));
    return hasRoom ? done() : done(overloaded());
  });
}

/** It lasts as long as its sender likes. */
export const isUpload = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.operation?.request === 'multipart';

/** How many of a kind are under way: of all senders, and of each, who may have no more than its share. */
class Slots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Taken even where there is no room, until it is freed. */
  take(sender: string): boolean {
    const own = (this.#taken.get(sender) ?? 0) + 1;
    this.#taken.set(sender, own);
    this.#all += 1;
    return this.#all <= this.#most && own <= this.#most * limits.senderShare;
  }

  free(sender: string): void {
    const left = this.#taken.get(sender)! - 1;
    if (left === 0) this.#taken.delete(sender);
    else this.#taken.set(sender, left);
    this.#all -= 1;
  }
}

const overloaded = () => new WorkspaceError('unavailable', 'The gateway has too much to do; try again in a moment.');
