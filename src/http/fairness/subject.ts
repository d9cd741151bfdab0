import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/networks.ts';
import { strangersIn } from '../../turns/turn-queue.ts';

const strangers = new WeakMap<FastifyRequest, string>();

/** The subject that a request counts for: its user, or its network while the user is unknown. */
export function subjectOf(request: FastifyRequest): string {
  if (request.caller) return request.caller.userId;
  let subject = strangers.get(request);
  // Kept, because a proxy's address header may be long and is parsed at every access.
  if (subject === undefined) strangers.set(request, (subject = strangersIn(networkOf(request.ip))));
  return subject;
}
