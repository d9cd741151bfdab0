import type { FastifyReply } from 'fastify';

/** Aborts when a client goes away before it has its answer; nothing is watched until somebody asks. */
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
