import { createTwoFilesPatch } from 'diff';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { ProblemExtras } from '../../schemas/problem.ts';
import { limits } from '../../schemas/limits.ts';

/** Comparing is bounded, for the worst case of two large texts is quadratic. */
const comparison = { context: 3, timeout: 250, maxEditLength: 2_000 };
/** Texts are taken apart into their lines before that time is counted. */
const mostLinesCompared = 100_000;

export interface ComparedVersion {
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string;
}

/** The update cited a version that is no longer current; the caller is shown what changed since. */
export function versionConflict(
  current: NonNullable<ProblemExtras['current']>,
  cited: ComparedVersion | undefined,
  now: ComparedVersion,
): WorkspaceError {
  return new WorkspaceError(
    'version_conflict',
    `Version ${current.versionNumber} by ${JSON.stringify(current.updatedBy.name)} is newer than the one cited. Look at the change, then update again citing ${current.versionId}.`,
    { current, ...(cited && { changes: competingChange(cited, now) }) },
  );
}

function competingChange(from: ComparedVersion, to: ComparedVersion): string {
  const patch = hasManyLines(from) || hasManyLines(to) ? undefined : patchBetween(from, to);
  return patch === undefined ? 'The change is too large to be shown; read the current version.' : shortened(patch);
}

function hasManyLines({ content }: ComparedVersion): boolean {
  let lines = 0;
  for (
    let end = content.indexOf('\n');
    end !== -1 && lines <= mostLinesCompared;
    end = content.indexOf('\n', end + 1)
  ) {
    lines += 1;
  }
  return lines > mostLinesCompared;
}

const patchBetween = (from: ComparedVersion, to: ComparedVersion): string | undefined =>
  createTwoFilesPatch(nameOf(from), nameOf(to), from.content, to.content, undefined, undefined, comparison);

const nameOf = ({ versionNumber, title }: ComparedVersion) =>
  `version ${versionNumber}: ${title.replaceAll(/\s+/g, ' ')}`;

function shortened(patch: string): string {
  if (Buffer.byteLength(patch) <= limits.conflictDiffBytes) return patch;
  const notice = '\n(the diff goes on; read the current version)\n';
  const kept = Buffer.from(patch)
    .subarray(0, limits.conflictDiffBytes - notice.length)
    .toString();
  return kept.slice(0, kept.lastIndexOf('\n')) + notice;
}
