import { runDirectly } from '../../engine.ts';
import type { Db } from '../../tables.ts';
import { schema } from '../pool.ts';
import { unfit } from '../start-refusals.ts';

/** A move notes on the schema how far it is, because a gateway must not open half a workspace. */
export interface Mark {
  readonly state: 'copying' | 'copied' | 'moved away';
  /** The workspace that is moved. */
  readonly installation: string;
}

const written = /^workspace-mcp: (copying|copied|moved away) (\w+)$/;

export type MarkOrNone = Mark | undefined;

export function markIn(comment: string | null): MarkOrNone {
  const [, state, installation] = written.exec(comment ?? '') ?? [];
  return installation === undefined ? undefined : { state: state as Mark['state'], installation };
}

export async function setMark(db: Db, { state, installation }: Mark): Promise<void> {
  await runDirectly(db, `comment on schema ${schema} is 'workspace-mcp: ${state} ${installation}'`, []);
}

/** A comment of somebody else stays. */
export async function removeMark(db: Db): Promise<void> {
  await runDirectly(db, `comment on schema ${schema} is null`, []);
}

/** Throws `unavailable` if the workspace there is half a copy, or has moved to a folder. */
export function refuseMoving(mark: MarkOrNone): void {
  if (mark?.state === 'copying')
    throw unfit(
      'holds an unfinished move, which the same "workspace admin move" finishes. Or drop its schema workspace',
    );
  if (mark?.state === 'moved away')
    throw unfit(
      'holds a workspace that has moved to a data folder. Serve that folder, and drop the schema workspace once all is well',
    );
}
