import { expect } from 'vitest';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { Problem } from '../../schemas/problem.ts';
import type { Reply } from './rest.ts';

/** Each code's status as clients were promised it. */
const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  version_conflict: 409,
  count_changed: 409,
  ambiguous: 409,
  already_exists: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  digest_mismatch: 422,
  read_only_source: 422,
  invalid_feedback_query: 422,
  invalid_values: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Expects complete problem details with this code. Where paths are given, the problem must name exactly these. */
export function expectProblem(reply: Reply, code: ErrorCode, paths?: readonly string[]): Problem {
  expect(`${reply.status} ${reply.headers.get('content-type')} ${reply.bytes.toString()}`).toMatch(
    new RegExp(`^${statuses[code]} application/problem\\+json.*"code":"${code}"`),
  );
  const problem: Problem = reply.body;
  expect(problem).toMatchObject({
    type: `/problems/${code}`,
    title: expect.stringMatching(/./),
    status: statuses[code],
    detail: expect.stringMatching(/./),
    requestId: reply.headers.get('x-request-id') ?? expect.stringMatching(/./),
    retryable: code === 'unavailable' || code === 'rate_limited',
  });
  if (paths) expect(problem.errors?.map((error) => error.path).sort()).toEqual([...paths].sort());
  return problem;
}

/** The text of a refusal: its sentence and the message of each mistake. */
export const saidIn = ({ detail, errors = [] }: Pick<Problem, 'detail' | 'errors'>): string =>
  [detail, ...errors.map(({ message }) => message)].join('\n');

/** All that a client is told by a refusal, byte for byte, but for what tells one request from another. */
export function told({ status, headers, bytes, body }: Reply) {
  const { 'x-request-id': _id, date: _date, ...others } = Object.fromEntries(headers);
  return { status, headers: others, bytes: bytes.toString().replace(body.requestId, '') };
}
