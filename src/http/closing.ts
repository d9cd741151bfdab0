import type { FastifyInstance } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

/** Once the gateway is told to stop, running requests finish. New ones on open connections are refused. */
export function registerClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => (isClosing ? done(shuttingDown()) : done()));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

const shuttingDown = () => new WorkspaceError('unavailable', 'The gateway is shutting down; try again in a moment.');
