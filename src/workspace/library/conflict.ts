import { limits } from '../../../schemas/limits.ts';
import { unifiedDiff } from './line-diff.ts';
import { inTurns } from '../../turns/turn.ts';

/** Comparing is bounded: two large texts that have little in common take the square of their changes. */
const bounds = { lines: 100_000, changes: 2_000, characters: limits.conflictDiffBytes };

export interface ComparedVersion {
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string;
}

/** The changes that an update of the earlier version would have overwritten. */
export async function competingChange(from: ComparedVersion, to: ComparedVersion, subject: string): Promise<string> {
  const patch = await inTurns(subject, unifiedDiff(compared(from), compared(to), bounds));
  return patch === undefined ? 'The change is too large to be shown; read the current version.' : shortened(patch);
}

const compared = ({ versionNumber, title, content }: ComparedVersion) => ({
  name: `version ${versionNumber}: ${title.replaceAll(/\s+/g, ' ')}`,
  content,
});

function shortened(patch: string): string {
  if (Buffer.byteLength(patch) <= limits.conflictDiffBytes) return patch;
  const notice = '\n(the diff goes on; read the current version)\n';
  const kept = Buffer.from(patch)
    .subarray(0, limits.conflictDiffBytes - notice.length)
    .toString();
  return kept.slice(0, kept.lastIndexOf('\n')) + notice;
}
