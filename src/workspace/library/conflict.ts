import { limits } from '../../../schemas/limits.ts';
import { inTurns } from '../../turns/turn.ts';
import { unifiedDiff } from './line-diff.ts';

/** Comparing is bounded: two large texts that have little in common take the square of their changes. */
const bounds = { lines: 100_000, changes: 2_000 };

export interface ComparedVersion {
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string;
}

/** The changes that an update of the earlier version would have overwritten. */
export async function competingChange(from: ComparedVersion, to: ComparedVersion, subject: string): Promise<string> {
  const found = await comparison(from, to, limits.conflictDiffBytes - goesOn.length, subject);
  if (!found) return 'The change is too large to be shown; read the current version.';
  return found.isCut ? found.diff + goesOn : found.diff;
}

const goesOn = '(the diff goes on; read the current version)\n';

interface Comparison {
  readonly diff: string;
  /** Whether the diff goes on. */
  readonly isCut?: true;
}

/** A unified diff, cut at the end of a line. Undefined if the texts have little in common. */
export async function comparison(
  from: ComparedVersion,
  to: ComparedVersion,
  mostBytes: number,
  subject: string,
): Promise<Comparison | undefined> {
  const patch = await inTurns(subject, unifiedDiff(compared(from), compared(to), { ...bounds, characters: mostBytes }));
  if (patch === undefined) return undefined;
  if (Buffer.byteLength(patch) <= mostBytes) return { diff: patch };
  const kept = Buffer.from(patch).subarray(0, mostBytes).toString();
  return { diff: kept.slice(0, kept.lastIndexOf('\n') + 1), isCut: true };
}

const compared = ({ versionNumber, title, content }: ComparedVersion) => ({
  name: `version ${versionNumber}: ${title.replaceAll(/\s+/g, ' ')}`,
  content,
});
