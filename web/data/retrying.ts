import { WorkspaceError } from '../../src/sdk/index.ts';
import { connection } from './connection.ts';

/** The workspace remembers keys for 24 hours. Work that waited longer might be done twice, so the person decides. */
export const keysHoldMs = 20 * 3_600_000;

/** Whether the same request may succeed later. The page then also shows that the workspace is lost or signed out. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof WorkspaceError)) return false;
  if (error.code === 'unavailable') connection.set('lost');
  if (error.code === 'unauthenticated') connection.set('signed-out');
  return ['unavailable', 'unauthenticated', 'rate_limited'].includes(error.code);
}

/** Whether no gateway answered. The client's own sentence names its address, with which a person can do nothing. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof WorkspaceError && error.code === 'unavailable' && error.cause !== undefined;
