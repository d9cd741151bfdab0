import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { isProbe } from './probes.ts';

/** Turns requests away while there is more to do than can be done in time. Those who watch the gateway are always answered. */
export function registerLoadShedding(app: FastifyInstance): void {
  void app.register(underPressure, {
    maxEventLoopDelay: limits.mostDelayMs,
    pressureHandler: (request) => {
      if (!isProbe(request)) throw overloaded();
    },
  });
  const underWay = { requests: 0, uploads: 0 };
  const most = { requests: limits.concurrentRequests, uploads: limits.concurrentUploads };
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (isProbe(request)) return done();
    const kind = request.routeOptions.config.operation?.request === 'multipart' ? 'uploads' : 'requests';
    underWay[kind] += 1;
    // Unlike onResponse, this happens when the client hangs up too.
    reply.raw.once('close', () => {
      underWay[kind] -= 1;
    });
    return underWay[kind] > most[kind] ? done(overloaded()) : done();
  });
}

const overloaded = () => new WorkspaceError('unavailable', 'The gateway has too much to do; try again in a moment.');
