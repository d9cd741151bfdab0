import { runDirectly } from '../../engine.ts';
import type { Db } from '../../tables.ts';
import { schema } from '../pool.ts';
import { unfit } from '../start-refusals.ts';

/** The schema that a workspace leaves behind when it moves to a folder. */
export const leftSchema = `${schema}_moved`;

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

export async function readMark(db: Db): Promise<MarkOrNone> {
  const [row] = await runDirectly<{ comment: string | null }>(
    db,
    `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = '${schema}'`,
    [],
  );
  return markIn(row?.comment ?? null);
}

export async function setMark(db: Db, { state, installation }: Mark): Promise<void> {
  await runDirectly(db, `comment on schema ${schema} is 'workspace-mcp: ${state} ${installation}'`, []);
}

/**
 * Leaves an empty schema with a mark in place of the workspace. Connections that gateways made before find no table then.
 */
export async function leaveSchema(db: Db, installation: string): Promise<void> {
  await runDirectly(db, `alter schema ${schema} rename to ${leftSchema}`, []);
  await runDirectly(db, `create schema ${schema}`, []);
  await setMark(db, { state: 'moved away', installation });
}

/** Undoes that. Functions of a workspace name their schema, so it cannot be read under the other name. */
export async function returnSchema(db: Db): Promise<void> {
  await runDirectly(db, `drop schema ${schema}`, []);
  await runDirectly(db, `alter schema ${leftSchema} rename to ${schema}`, []);
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
      `holds a workspace that has moved to a data folder. If "workspace admin move" was ended before it said so, run it again. Else serve that folder, and drop the schemas ${schema} and ${leftSchema} once all is well`,
    );
}
