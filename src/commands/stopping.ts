import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const patienceMs = 10_000;

/** Ends the process when it is told to, once what is under way is finished. Requests that take too long are cut off. */
export function endWhenTold(log: FastifyBaseLogger, app: FastifyInstance, end: () => Promise<void>): void {
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    await end();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
}

/** Tells the log about background work. */
export const reportsTo = (log: FastifyBaseLogger) => ({
  onUnreadable: (fileId: string, reason: string) => log.info(`No text could be extracted from ${fileId}: ${reason}.`),
  onError: (error: unknown) => log.error({ err: error }, 'background work failed'),
});

/** Ends what was begun if the next step fails, and tells that failure. A pool of connections would keep the process alive. */
export const endingWith = <Begun>(end: () => Promise<void>, next: Promise<Begun>): Promise<Begun> =>
  next.catch(async (error: unknown) => {
    await end().catch(() => {});
    throw error;
  });
