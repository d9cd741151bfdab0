import type { FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';

/**
 * Refuses what the browser itself does not show to a person: a script must neither consent nor read a code. Programs
 * other than browsers do not say what they load.
 */
export async function requireNavigation({ headers }: FastifyRequest): Promise<void> {
  const loaded = headers['sec-fetch-dest'];
  if (loaded === undefined || loaded === 'document') return;
  throw new WorkspaceError('forbidden', 'A browser must open this address itself, not a script or a frame of a page.');
}
