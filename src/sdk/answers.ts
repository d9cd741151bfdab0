import { type ErrorCode, errorCodes, WorkspaceError } from '../../schemas/errors.ts';
import type { Problem } from '../../schemas/problem.ts';

/** The error that an answer other than 2xx tells of; a proxy in front may have answered with something else than a problem. */
export async function errorOf(response: Response, origin: string): Promise<WorkspaceError> {
  if (isRedirect(response)) return redirected(response, origin);
  const problem = problemIn(await response.text());
  if (problem === undefined) return withoutProblem(response, origin);
  const { code, detail, requestId, errors, maxBytes, current, changes } = problem;
  const known = Object.hasOwn(errorCodes, code) ? code : codeOf(response.status);
  return new WorkspaceError(known, detail, given({ errors, maxBytes, current, changes }), { requestId });
}

/** The answer of a call that succeeded. */
export async function jsonOf(response: Response, origin: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw withoutProblem(response, origin);
  }
}

/** How long the answer asks to wait, in milliseconds; undefined when it does not say. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function problemIn(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' && typeof problem.detail === 'string' ? (problem as Problem) : undefined;
  } catch {
    return undefined;
  }
}

const given = <Extras extends object>(extras: Extras): Partial<Extras> =>
  Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined)) as Partial<Extras>;

/** Of a status that no code has, the one that its class has. */
function codeOf(status: number): ErrorCode {
  const same = Object.entries(errorCodes).find(([, known]) => known.status === status)?.[0] as ErrorCode | undefined;
  if (same !== undefined) return same;
  if (status < 500) return 'invalid_request';
  return status === 502 || status === 504 ? 'unavailable' : 'internal';
}

/** What a request ID is found by when the body has none. */
const requestIdOf = ({ headers }: Response) => headers.get('x-request-id') ?? undefined;

function withoutProblem(response: Response, origin: string): WorkspaceError {
  const { status } = response;
  const code = response.ok ? 'invalid_request' : codeOf(status);
  const detail = `${origin} answered with status ${status} and with nothing that a workspace gateway says; is that its address, or does a proxy in between answer?`;
  return new WorkspaceError(code, detail, {}, { requestId: requestIdOf(response) });
}

/** A browser tells of a redirect that it was not to follow as an answer without a status. */
const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Following it would show the token to whoever is there. */
function redirected(response: Response, origin: string): WorkspaceError {
  const location = response.headers.get('location');
  const elsewhere = location === null ? 'elsewhere' : `to ${location}`;
  const detail = `${origin} redirects ${elsewhere}, which is not followed with an access token; give the address of the gateway itself.`;
  return new WorkspaceError('invalid_request', detail);
}
