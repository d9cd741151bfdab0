import type { ProblemExtras } from './problem-extras.ts';

/**
 * Every error code with its HTTP status, title and whether a retry may succeed (CONTRACT section 2). The decision
 * `docs/decisions/idempotency.md` explains why `idempotency_in_progress` is absent.
 */
export const errorCodes = {
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  unauthenticated: { status: 401, title: 'A valid access token is needed', retryable: false },
  insufficient_scope: { status: 403, title: 'The access token lacks a scope', retryable: false },
  forbidden: { status: 403, title: 'Not allowed', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  version_conflict: { status: 409, title: 'A newer version exists', retryable: false },
  count_changed: { status: 409, title: 'Another number of records', retryable: false },
  ambiguous: { status: 409, title: 'A name of several things', retryable: false },
  already_exists: { status: 409, title: 'Already exists', retryable: false },
  too_large: { status: 413, title: 'Too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retryable: false },
  range_not_satisfiable: { status: 416, title: 'No such bytes', retryable: false },
  idempotency_key_reused: { status: 422, title: 'Idempotency key used before', retryable: false },
  digest_mismatch: { status: 422, title: 'The bytes are not those of the digest', retryable: false },
  read_only_source: { status: 422, title: 'The Data Set comes from a connected source', retryable: false },
  invalid_feedback_query: { status: 422, title: 'No query that feedback can be about', retryable: false },
  invalid_values: { status: 422, title: 'Values break the schema of the Data Set', retryable: false },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  internal: { status: 500, title: 'Internal error', retryable: false },
  unavailable: { status: 503, title: 'Not available right now', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

/** The origin of an error. */
export interface ErrorOrigin {
  /** The request ID in the remote process that refused. Its log entry has this ID. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** The only error of the interface. Anything else thrown is a defect and reaches the caller as `internal`. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, detail: string, extras: ProblemExtras = {}, { requestId, cause }: ErrorOrigin = {}) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
    this.extras = extras;
    this.requestId = requestId;
  }
}

/** Refuses a token without this scope (CONTRACT section 2). */
export const insufficientScope = (scope: string): WorkspaceError =>
  new WorkspaceError('insufficient_scope', `This needs an access token with the scope ${scope}.`);

/** An `invalid_request` about one place of the input. */
export function invalidRequest(path: string, message: string): WorkspaceError {
  return new WorkspaceError('invalid_request', `${path || 'The request'}: ${message}`, { errors: [{ path, message }] });
}

/** A `version_conflict` error; `next` says what to do with the version that stands now. */
export function versionConflict(
  current: NonNullable<ProblemExtras['current']>,
  next: string,
  changes?: string,
): WorkspaceError {
  return new WorkspaceError(
    'version_conflict',
    `Version ${current.versionNumber} by ${JSON.stringify(current.updatedBy.name)} is newer than the one cited. ${next}`,
    { current, ...(changes !== undefined && { changes }) },
  );
}

/** A `too_large` error; `detail` says what to do instead. */
export function tooLarge(maxBytes: number, detail: string): WorkspaceError {
  return new WorkspaceError('too_large', detail, { maxBytes });
}

export function uploadTooLarge(maxBytes: number): WorkspaceError {
  return tooLarge(maxBytes, `The file is larger than ${maxBytes} bytes, the most that may be uploaded here.`);
}
