import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from './methods.ts';

export interface ProbeOptions {
  /** Resolves when storage and blobs can be reached. */
  readonly checkReadiness: () => Promise<void>;
}

/** Health checks: `/health` answers while the process runs, `/ready` if it can serve. */
export function registerProbes(app: FastifyInstance, { checkReadiness }: ProbeOptions): void {
  app.get('/health', { config: { anyone: true } }, async () => ({ status: 'ok' }));
  app.get('/ready', { config: { anyone: true } }, async () => {
    await checkReadiness();
    return { status: 'ready' };
  });
  for (const url of probes) refuseOtherMethods(app, url, ['GET']);
}

const probes = ['/health', '/ready'] as const;

export const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => url === '/health' || url === '/ready';
