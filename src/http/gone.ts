import type { FastifyReply } from 'fastify';

/**
 * Aborts when a client leaves before it has its answer. It watches the connection only once the signal is requested.
 */
export function goneOf({ raw }: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => {
    if (signal) return signal;
    const gone = new AbortController();
    const look = () => raw.writableFinished || gone.abort();
    if (raw.destroyed) look();
    else raw.once('close', look);
    return (signal = gone.signal);
  };
}
