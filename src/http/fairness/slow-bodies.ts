import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../schemas/limits.ts';
import { hasBody } from '../connections/has-body.ts';
import { isUpload } from './load.ts';
import { refuseMalformed } from '../problems.ts';

const leastBytes = limits.uploadBytesASecond * limits.bodySeconds;

/**
 * Hangs up on slow bodies, which would hold their slot. A body must arrive within `limits.bodySeconds`. An upload must
 * bring a least number of bytes in each such time.
 */
export function registerSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    const mayGoOn = isUpload(request) ? arrivals(raw) : () => false;
    const timer = setInterval(() => {
      if (mayGoOn()) return;
      if (reply.raw.headersSent) raw.socket.destroy();
      else refuseMalformed(new Error('The body took too long.'), raw.socket);
    }, limits.bodySeconds * 1_000);
    raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer));
    return done();
  });
}

/** Returns whether enough bytes have arrived since the last call. */
function arrivals({ socket }: IncomingMessage): () => boolean {
  let before = socket.bytesRead;
  return () => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    return arrived >= leastBytes;
  };
}
