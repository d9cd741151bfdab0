import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/networks.ts';
import { strangersIn } from '../../turns/turn-queue.ts';

const strangers = new WeakMap<FastifyRequest, string>();

/** For whom a request counts: its user, or where it comes from while nobody has said who they are. */
export function subjectOf(request: FastifyRequest): string {
  if (request.caller) return request.caller.userId;
  let subject = strangers.get(request);
  // What a proxy says of the address may be long, and is read each time that it is asked for.
  if (subject === undefined) strangers.set(request, (subject = strangersIn(networkOf(request.ip))));
  return subject;
}
