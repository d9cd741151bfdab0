import type { WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import { mistaken } from '../../../../schemas/mistakes.ts';
import type { Candidate } from '../../../../schemas/problem-extras.ts';

/** The refusal of a name that fits several things. Names at most `limits.candidates` of them. */
export const ambiguousAt = (path: string, message: string, candidates: readonly Candidate[]): WorkspaceError =>
  mistaken('ambiguous', [{ path, message }], { candidates: candidates.slice(0, limits.candidates) });
