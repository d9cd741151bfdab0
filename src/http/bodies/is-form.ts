import type { FastifyRequest } from 'fastify';

/** Whether the body is a form. An operation that takes either reads JSON where the request says that it is JSON. */
export function isForm({ routeOptions, headers }: FastifyRequest): boolean {
  const form = routeOptions.config.operation?.request;
  return form === 'multipart' || (form === 'either' && !/^application\/json\b/i.test(headers['content-type'] ?? ''));
}
