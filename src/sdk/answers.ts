import { type ErrorCode, errorCodes, type Problem, WorkspaceError } from '../../schemas/errors.ts';

/** The error that an answer other than 2xx tells of; a proxy in front may have answered with something else than a problem. */
export async function errorOf(response: Response): Promise<WorkspaceError> {
  const text = await response.text();
  const problem = problemIn(text);
  if (problem === undefined) return new WorkspaceError(codeOf(response.status), withoutProblem(response));
  const { type: _type, title: _title, status: _status, detail, code, retryable: _retryable, ...extras } = problem;
  return new WorkspaceError(isKnown(code) ? code : codeOf(response.status), detail, extras);
}

function problemIn(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' && typeof problem.detail === 'string' ? (problem as Problem) : undefined;
  } catch {
    return undefined;
  }
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/** Of a status that no code has, the one that its class has. */
function codeOf(status: number): ErrorCode {
  const same = Object.entries(errorCodes).find(([, known]) => known.status === status)?.[0] as ErrorCode | undefined;
  if (same !== undefined) return same;
  if (status < 500) return 'invalid_request';
  return status === 502 || status === 504 ? 'unavailable' : 'internal';
}

const withoutProblem = ({ status, url }: Response) =>
  `${new URL(url).origin} answered with status ${status} and nothing that says why; is that the address of a workspace gateway?`;

/** How long the answer asks to wait, in milliseconds; undefined when it does not say. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : undefined;
}
