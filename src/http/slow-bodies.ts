import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../schemas/limits.ts';
import { isUpload } from './load.ts';
import { refuseMalformed } from './problems.ts';

/** Hangs up on whoever takes too long to send a body that is no upload: it would hold its place among the requests under way. */
export function registerSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw) || isUpload(request)) return done();
    const hangUp = () => {
      if (reply.raw.headersSent) raw.socket.destroy();
      else refuseMalformed(new Error('The body took too long.'), raw.socket);
    };
    const timer = setTimeout(hangUp, limits.bodySeconds * 1_000);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    return done();
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
