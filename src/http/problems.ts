import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { problemOf } from '../../schemas/problem.ts';
import { limits } from '../../schemas/limits.ts';
import { challenge } from './authorization/challenge.ts';
import { drain } from './drain.ts';

/** Sends a refusal as RFC 9457 problem details, with the headers of its status. */
export function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof WorkspaceError ? error : frameworkError(error);
  if (!known) request.log.error({ err: error }, 'request failed');
  const problem = problemOf(known ?? error, request.id);
  drain(request.raw, reply.raw);
  reply.removeHeader('connection').headers({ 'x-request-id': request.id });
  reply.headers(challenge(problem.code, request));
  if (problem.retryable && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Translates Fastify's own errors into the contract's codes. */
function frameworkError(error: FastifyError | Error): WorkspaceError | undefined {
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const maxBytes = limits.jsonBodyBytes;
    return new WorkspaceError('too_large', `A JSON body holds at most ${maxBytes} bytes.`, { maxBytes });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new WorkspaceError('unsupported_media_type', 'Send the body as application/json.');
  }
  if (statusCode < 500)
    return new WorkspaceError(
      'invalid_request',
      'The request is not well-formed; check its JSON, address and headers.',
    );
  return undefined;
}

/** Answers a malformed, too long or too slow request with a problem on the bare socket. */
export function refuseMalformed(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const problem = problemOf(
    new WorkspaceError(
      'invalid_request',
      'The request could not be read: it is not HTTP, its head is too long, or it took too long.',
    ),
    randomUUID(),
  );
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${problem.requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}
