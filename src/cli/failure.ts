import { type ErrorCode, errorCodes, WorkspaceError } from '../../schemas/errors.ts';
import { mistakeLimits } from '../../schemas/limits.ts';
import { detailOf, sentenceOn } from '../../schemas/mistakes.ts';
import type { ProblemExtras } from '../../schemas/problem-extras.ts';
import { jsonOf } from '../../schemas/shown.ts';
import { type Line, prose, tableOf, tell } from './terminal/output.ts';

/** Exit statuses; `workspace help exit-status` lists them. */
export const statuses = {
  1: 'something failed that should not have',
  2: 'the command line, or what was sent, is not right',
  3: 'not signed in',
  4: 'not allowed',
  5: 'not found',
  6: 'a newer version exists, another number of records, or several things of that name',
  7: 'too large',
  8: 'not right now: the same may succeed later',
} as const;

const statusOfCode: Record<ErrorCode, keyof typeof statuses> = {
  invalid_request: 2,
  unauthenticated: 3,
  insufficient_scope: 4,
  forbidden: 4,
  not_found: 5,
  method_not_allowed: 2,
  version_conflict: 6,
  count_changed: 6,
  ambiguous: 6,
  already_exists: 6,
  too_large: 7,
  unsupported_media_type: 2,
  range_not_satisfiable: 2,
  idempotency_key_reused: 2,
  digest_mismatch: 2,
  read_only_source: 4,
  invalid_feedback_query: 2,
  invalid_values: 2,
  rate_limited: 8,
  internal: 1,
  unavailable: 8,
};

const statusOf = (error: unknown): number => (error instanceof WorkspaceError ? statusOfCode[error.code] : 1);

/** A mistake of the user; the sentence says how to correct it. */
export const misuse = (sentence: string): WorkspaceError => new WorkspaceError('invalid_request', sentence);

interface Manner {
  readonly json: boolean;
  /** Says where the person typed what a mistake names by its path. */
  readonly placeOf?: PlaceOf;
}

type PlaceOf = (path: string) => string;

/** Reports an error on stderr, and sets the exit status. */
export function fail(error: unknown, { json, placeOf = (path) => path }: Manner): void {
  process.exitCode = statusOf(error);
  tell(...(json ? [jsonOf({ error: problemOf(error) })] : explained(error, placeOf)));
}

function problemOf(error: unknown) {
  if (!(error instanceof WorkspaceError)) return { code: 'internal', detail: messageOf(error), retryable: false };
  const { code, message: detail, requestId, extras } = error;
  return { code, detail, ...(requestId && { requestId }), retryable: errorCodes[code].retryable, ...extras };
}

function explained(error: unknown, placeOf: PlaceOf): Line[] {
  if (!(error instanceof WorkspaceError)) return [prose(messageOf(error))];
  const { extras, code, requestId } = error;
  const lines = [
    ...refusal(error, placeOf),
    ...listed(extras),
    ...coloured(extras.changes),
    ...standing(extras.current),
  ];
  return code === 'internal' && requestId !== undefined ? [...lines, `Request ID: ${requestId}`] : lines;
}

/** The refusal, and a line for each mistake. A message that only repeats the mistakes is dropped. */
function refusal({ message, extras: { errors = [] } }: WorkspaceError, placeOf: PlaceOf): Line[] {
  const said = errors.length > 0 && message === detailOf(errors) ? [] : [prose(message)];
  const listed = errors
    .slice(0, mistakeLimits.mistakesListed)
    .map(({ path, message: sentence }) => prose(sentenceOn({ path: placeOf(path), message: sentence })));
  const more = errors.length - listed.length;
  return [...said, ...listed, ...(more > 0 ? [`and ${more} more`] : [])];
}

const listed = ({ candidates }: ProblemExtras): Line[] =>
  candidates ? tableOf(candidates, { ID: ({ id }) => id, KEY: ({ key }) => key, NAME: ({ name }) => name }) : [];

const messageOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function standing(current: ProblemExtras['current']): Line[] {
  if (!current) return [];
  const { versionId, versionNumber, updatedBy } = current;
  return [`It now stands at version ${versionId ?? versionNumber}, by ${updatedBy.name}.`];
}

const styles = { '+': 'green', '-': 'red', '@': 'cyan' } as const;

function coloured(diff: ProblemExtras['changes']): Line[] {
  if (diff === undefined) return [];
  return diff.split('\n').map((line) => ({ ...styleOf(line), text: line, isProse: true }));
}

function styleOf(line: string): { style?: 'green' | 'red' | 'cyan' } {
  const style = styles[line[0] as keyof typeof styles];
  return style ? { style } : {};
}
