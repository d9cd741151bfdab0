import * as z from 'zod';
import { limits } from './limits.ts';

/** Every error code of the interface: its HTTP status, its title and whether the same request may succeed later (CONTRACT section 2). */
export const errorCodes = {
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  unauthenticated: { status: 401, title: 'A valid access token is needed', retryable: false },
  insufficient_scope: { status: 403, title: 'The access token lacks a scope', retryable: false },
  forbidden: { status: 403, title: 'Not allowed', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed', retryable: false },
  version_conflict: { status: 409, title: 'A newer version exists', retryable: false },
  already_exists: { status: 409, title: 'Already exists', retryable: false },
  too_large: { status: 413, title: 'Too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retryable: false },
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

const FieldError = z.object({
  path: z.string().describe('JSON Pointer into the body, or the name of the parameter'),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

const CurrentVersion = z.object({
  versionId: z.string().optional().describe('Of artifacts and Views'),
  versionNumber: z.int(),
  updatedAt: z.string(),
  updatedBy: z.object({ id: z.string(), name: z.string() }),
});

/** What a problem says beyond its code and sentence. */
const ProblemExtras = z.object({
  errors: z.array(FieldError).optional(),
  maxBytes: z.int().optional().describe('With too_large: the limit in bytes'),
  current: CurrentVersion.optional().describe('With version_conflict: the version that stands now'),
  changes: z
    .string()
    .optional()
    .describe('With version_conflict: a unified diff from the cited version to the current one'),
});
export type ProblemExtras = z.infer<typeof ProblemExtras>;

/** RFC 9457 problem details, served as `application/problem+json` and as the text of a failed tool call. */
export const Problem = z.object({
  type: z.string().describe('/problems/<code>'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('A sentence that says what to do'),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  retryable: z.boolean(),
  ...ProblemExtras.shape,
});
export type Problem = z.infer<typeof Problem>;

/** The one error of the interface. Whatever else is thrown is a defect and reaches the caller as `internal`. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly code: ErrorCode;
  readonly extras: ProblemExtras;

  constructor(code: ErrorCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }
}

/** An `invalid_request` that names one place of the input. */
export function invalidRequest(path: string, message: string): WorkspaceError {
  return new WorkspaceError('invalid_request', `${path || 'The request'}: ${message}`, { errors: [{ path, message }] });
}

/** What is larger than its limit; `detail` says what to do instead. */
export function tooLarge(maxBytes: number, detail: string): WorkspaceError {
  return new WorkspaceError('too_large', detail, { maxBytes });
}

export function uploadTooLarge(maxBytes: number): WorkspaceError {
  return tooLarge(maxBytes, `The file is larger than ${maxBytes} bytes, the most that may be uploaded here.`);
}

/** A refusal that names mistakes by their places, at most so many as help. */
export function mistaken(code: 'invalid_request' | 'invalid_values', mistakes: readonly FieldError[]): WorkspaceError {
  const errors = mistakes.slice(0, limits.mistakes).map(({ path, message }) => ({
    path: shortened(path, limits.mistakePath),
    message: shortened(message, limits.mistakeMessage),
  }));
  return new WorkspaceError(code, detailOf(errors), { errors });
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** Mistakes as one sentence. */
export function detailOf(errors: readonly FieldError[]): string {
  const named = errors.map(({ path, message }) => `${path || 'The request'}: ${message}`);
  const more = errors.length < limits.mistakes ? [] : [`only the first ${limits.mistakes} mistakes are named`];
  return [...named, ...more].join('; ');
}

/** The input as its schema has it; mistakes are named by their JSON Pointers. */
export function inputOf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw mistaken('invalid_request', few(parsed.error.issues).flatMap(issueErrors));
}

/** Only while it parses does an issue know its schema, and so what the known fields are. */
function sentenceOf({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'unrecognized_keys') return undefined;
  const known = inst instanceof z.core.$ZodObject ? Object.keys(inst._zod.def.shape) : [];
  const isHelpful = known.length > 0 && known.length <= limits.namedAlternatives;
  return isHelpful ? `is not a known field; known are ${known.join(', ')}` : 'is not a known field';
}

/** No more than are named is looked at. */
const few = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.mistakes);

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return few(issue.keys).map((key) => ({ path: pointer([...issue.path, key]), message: issue.message }));
  }
  if (issue.code === 'invalid_union') return unionErrors(issue);
  return [{ path: pointer(issue.path), message: issue.message }];
}

/** The mistakes of the alternative that was meant: the one that goes furthest into the value, of several the last. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion): FieldError[] {
  const alternatives = issue.errors.map((inner) =>
    few(inner).flatMap((one) => issueErrors({ ...one, path: [...issue.path, ...one.path] })),
  );
  const depth = (errors: FieldError[]) => Math.max(0, ...errors.map(({ path }) => path.split('/').length));
  const meant = alternatives.toSorted((one, other) => depth(one) - depth(other)).at(-1);
  return meant ?? [{ path: pointer(issue.path), message: issue.message }];
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const internalDetail = 'The server failed on this request; its log has the details under the request ID.';

/** The problem that a caller sees for anything that was thrown; nothing of an unexpected error shows. */
export function problemOf(error: unknown, requestId: string): Problem {
  const known = error instanceof WorkspaceError ? error : new WorkspaceError('internal', internalDetail);
  const { status, title, retryable } = errorCodes[known.code];
  return {
    type: `/problems/${known.code}`,
    title,
    status,
    detail: known.message,
    code: known.code,
    requestId,
    retryable,
    ...known.extras,
  };
}
