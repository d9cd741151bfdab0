import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { jsonReader } from './json.ts';

/** Operations take JSON bodies, and forms that are read as a stream. */
export function registerBodies(app: FastifyInstance): void {
  const readJson = jsonReader(app);
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, payload, done) => done(refusalOf(request) ?? null, payload));
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'DELETE' && body.length === 0) done(null, undefined);
    else readJson(request, body as Buffer, done);
  });
}

/** Bodies are read as a stream, so encoded ones are refused. */
function refusalOf({ headers }: FastifyRequest): WorkspaceError | undefined {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    return new WorkspaceError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset) ? undefined : new WorkspaceError('unsupported_media_type', 'Send text in UTF-8.');
}
