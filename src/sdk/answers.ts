import { type ErrorCode, errorCodes, WorkspaceError } from '../../schemas/errors.ts';
import type { File } from '../../schemas/files.ts';
import { detailOf, placesOf } from '../../schemas/mistakes.ts';
import type { Problem } from '../../schemas/problem.ts';
import { isProblem, keeps } from './shapes.ts';
import type { Promised } from './table.ts';
import { textOf } from './transport.ts';

/** The error of a response other than 2xx. A proxy may have answered with something other than a problem. */
export async function errorOf(response: Response, origin: string): Promise<WorkspaceError> {
  if (isRedirect(response)) return redirected(response, origin);
  const problem = problemIn(await response.text());
  if (problem === undefined) return withoutProblem(response, origin);
  const { code, detail, requestId, errors, maxBytes, current, conflicts, count, candidates, changes } = problem;
  const known = Object.hasOwn(errorCodes, code) ? code : codeOf(response.status);
  const extras = given({ errors, maxBytes, current, conflicts, count, candidates, changes });
  const message = errors && detail === placesOf(errors) ? detailOf(errors) : detail;
  return new WorkspaceError(known, message, extras, { requestId });
}

/** The output of a successful call. Throws unless it has every promised field. */
export async function answerOf(response: Response, origin: string, promised: Promised): Promise<unknown> {
  const answer = parsed(await textOf(response));
  if (keeps(answer, promised)) return answer;
  throw withoutProblem(response, origin);
}

/** The `Retry-After` of a response, in milliseconds; undefined if absent or in the past. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const isDate = dateFormats.some((format) => format.test(value));
  const milliseconds = isDate ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) - Date.now() : 0;
  return milliseconds > 0 ? milliseconds : undefined;
}

/** The three date formats of RFC 9110 section 5.6.7: the current one and two obsolete ones. */
const dateFormats = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function problemIn(text: string): Problem | undefined {
  const problem = parsed(text);
  return isProblem(problem) ? problem : undefined;
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const given = <Extras extends object>(extras: Extras): Partial<Extras> =>
  Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined)) as Partial<Extras>;

/** The code of a status. A status without one gets the code of its class. */
function codeOf(status: number): ErrorCode {
  const same = Object.entries(errorCodes).find(([, known]) => known.status === status)?.[0] as ErrorCode | undefined;
  if (same !== undefined) return same;
  if (status < 500) return 'invalid_request';
  return status === 502 || status === 504 ? 'unavailable' : 'internal';
}

/** The request ID of a response whose body has none. */
const requestIdOf = ({ headers }: Response) => headers.get('x-request-id') ?? undefined;

/** Throws on an impossible size, because reading such a file would never end. */
export function sizedFile(file: File, origin: string): File {
  if (Number.isSafeInteger(file.size) && file.size >= 0) return file;
  const detail = `${origin} says no size of the file that a file can have; is that the address of a workspace gateway?`;
  throw new WorkspaceError('invalid_request', detail);
}

function withoutProblem(response: Response, origin: string): WorkspaceError {
  const { status } = response;
  const code = response.ok ? 'invalid_request' : codeOf(status);
  const detail = `${origin} answered with status ${status} but not as a workspace gateway. Check its address, and any proxy in between.`;
  return new WorkspaceError(code, detail, {}, { requestId: requestIdOf(response) });
}

/** A browser reports a redirect that it must not follow as a response without a status. */
const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Following a redirect would reveal the token to the target. */
function redirected(response: Response, origin: string): WorkspaceError {
  const location = response.headers.get('location');
  const elsewhere = location === null ? 'elsewhere' : `to ${location}`;
  const detail = `${origin} redirects ${elsewhere}, which is not followed with an access token; give the address of the gateway itself.`;
  return new WorkspaceError('invalid_request', detail);
}
