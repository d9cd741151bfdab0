import type { FastifyReply } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

/**
 * Aborts when a client leaves before it has its answer. It watches the connection only once the signal is requested.
 */
export function goneOf({ raw }: FastifyReply): () => AbortSignal {
  let signal: AbortSignal | undefined;
  return () => {
    if (signal) return signal;
    const gone = new AbortController();
    const look = () => raw.writableFinished || gone.abort(givenUp());
    if (raw.destroyed) look();
    else raw.once('close', look);
    return (signal = gone.signal);
  };
}

/** Nobody reads it; a failure would be logged. */
const givenUp = () =>
  new WorkspaceError(
    'unavailable',
    'The request was cancelled because its client disconnected. Send it again if you need the answer.',
  );
