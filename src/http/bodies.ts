import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

/** The bodies that operations take: JSON, and forms, which are read as they come. */
export function registerBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'DELETE' && body.length === 0) done(null, undefined);
    else if (isUtf8(body as Buffer)) void parseJson(request, body.toString(), done);
    else done(new WorkspaceError('invalid_request', 'The body is not UTF-8; send JSON in UTF-8.'));
  });
}
