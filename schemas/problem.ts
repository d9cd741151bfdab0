import * as z from 'zod';
import { InterfaceType } from './common.ts';
import { type ErrorCode, errorCodes, WorkspaceError } from './errors.ts';

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
  interfaceType: InterfaceType.optional(),
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
    requestId: known.requestId ?? requestId,
    retryable,
    ...known.extras,
  };
}
