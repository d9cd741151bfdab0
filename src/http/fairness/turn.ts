import type { FastifyRequest } from 'fastify';
import { turns } from '../../turns/turn.ts';
import { hasHadTurn, hadTurn } from '../connections/connections.ts';
import { subjectOf } from './subject.ts';

/**
 * The turn of a request, or undefined if it may go on now. A request that has had a turn does not wait behind its
 * sender's other requests.
 */
export function turnOf(request: FastifyRequest): Promise<void> | undefined {
  const { raw } = request;
  const subject = subjectOf(request);
  if (hasHadTurn(raw) ? turns.mayGoOn() : turns.mayBegin(subject)) return undefined;
  return turns.begin(subject).then(() => hadTurn(raw));
}
