import type { FastifyInstance } from 'fastify';
import { jsonReader } from './json.ts';

/** The bodies that operations take: JSON, and forms, which are read as they come. */
export function registerBodies(app: FastifyInstance): void {
  const readJson = jsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'DELETE' && body.length === 0) done(null, undefined);
    else readJson(request, body as Buffer, done);
  });
}
