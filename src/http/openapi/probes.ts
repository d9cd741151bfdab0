import type { ErrorCode } from '../../../schemas/errors.ts';
import { type PathOperation, problems, requestIdHeader } from './operation.ts';

export const probeTag = 'gateway';

/** Health checks, without a token. */
export const probePaths: Readonly<Record<string, { readonly get: PathOperation }>> = {
  '/health': { get: probe('health', 'Whether the gateway answers', 'ok', ['invalid_request', 'unavailable']) },
  '/ready': {
    get: probe('ready', 'Whether storage and blobs can be reached', 'ready', [
      'invalid_request',
      'internal',
      'unavailable',
    ]),
  },
};

function probe(name: string, summary: string, status: string, codes: readonly ErrorCode[]): PathOperation {
  const schema = { type: 'object', properties: { status: { const: status } }, required: ['status'] };
  return {
    operationId: `${probeTag}.${name}`,
    tags: [probeTag],
    summary,
    security: [],
    parameters: [],
    responses: {
      200: { description: 'It does', headers: requestIdHeader, content: { 'application/json': { schema } } },
      ...problems(codes),
    },
  };
}
