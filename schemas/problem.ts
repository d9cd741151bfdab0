import * as z from 'zod';
import { type ErrorCode, errorCodes, WorkspaceError } from './errors.ts';
import { detailOf, placesOf } from './mistakes.ts';
import { ProblemExtras } from './problem-extras.ts';

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

/** The problem that a caller sees for a thrown error. Details of unexpected errors stay hidden. */
export function problemOf(error: unknown, requestId: string): Problem {
  const known = error instanceof WorkspaceError ? error : new WorkspaceError('internal', internalDetail);
  const { status, title, retryable } = errorCodes[known.code];
  return {
    type: `/problems/${known.code}`,
    title,
    status,
    detail: detailBeside(known),
    code: known.code,
    requestId: known.requestId ?? requestId,
    retryable,
    ...known.extras,
  };
}

/** A message in `errors` is not repeated in `detail` (CONTRACT section 2). */
function detailBeside({ message, extras: { errors } }: WorkspaceError): string {
  return errors && message === detailOf(errors) ? placesOf(errors) : message;
}
