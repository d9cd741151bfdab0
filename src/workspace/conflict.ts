import { createTwoFilesPatch } from 'diff';
import { type ProblemExtras, WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';

/** Comparing is bounded, for the worst case of two large texts is quadratic. */
const comparison = { context: 3, timeout: 250, maxEditLength: 2_000 };

/** The update cited a version that is no longer current; the caller is shown what changed since. */
export function versionConflict(
  current: NonNullable<ProblemExtras['current']>,
  cited: { readonly versionNumber: number; readonly content: string } | undefined,
  currentContent: string,
): WorkspaceError {
  const changes = cited && competingChange(cited.versionNumber, cited.content, current.versionNumber, currentContent);
  return new WorkspaceError(
    'version_conflict',
    `Version ${current.versionNumber} by ${current.updatedBy.name} is newer than the one cited. Look at the change, then update again citing ${current.versionId}.`,
    { current, ...(changes !== undefined && { changes }) },
  );
}

function competingChange(fromNumber: number, from: string, toNumber: number, to: string): string {
  const patch = createTwoFilesPatch(
    `version ${fromNumber}`,
    `version ${toNumber}`,
    from,
    to,
    undefined,
    undefined,
    comparison,
  );
  return patch === undefined ? 'The versions differ too much for a diff; read the current one.' : shortened(patch);
}

function shortened(patch: string): string {
  if (Buffer.byteLength(patch) <= limits.conflictDiffBytes) return patch;
  const notice = '\n(the diff goes on; read the current version)\n';
  const kept = Buffer.from(patch)
    .subarray(0, limits.conflictDiffBytes - notice.length)
    .toString();
  return kept.slice(0, kept.lastIndexOf('\n')) + notice;
}
