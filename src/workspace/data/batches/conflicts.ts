import { WorkspaceError } from '../../../../schemas/errors.ts';
import type { FieldError, ProblemExtras } from '../../../../schemas/problem-extras.ts';
import { type DataRow, lastChangesOf } from '../../../store/data-tables/data-tables.ts';
import { eachOf, prepared } from '../../../store/prepared.ts';
import type { Db } from '../../../store/tables.ts';
import { presentVia, selectAgent } from '../../../store/via.ts';
import { timestampOf } from '../../../time/dates.ts';

/** A record that is not at the cited version, and the place of the citation. */
export interface Stale {
  readonly path: string;
  readonly row: DataRow;
}

export const staleMistake = ({ path, row }: Stale): FieldError => ({
  path,
  message: `is not the current version of ${row.id}, which is ${row.version}`,
});

/** A `version_conflict` that says at which version each stale record stands. */
export async function conflictWith(tx: Db, dataSet: number, stale: readonly Stale[]): Promise<WorkspaceError> {
  const conflicts = await currentVersions(
    tx,
    dataSet,
    stale.map(({ row }) => row),
  );
  return new WorkspaceError(
    'version_conflict',
    'Some records have changed since they were read; nothing was stored. Read them, then send the batch again with their current versions.',
    { errors: stale.map(staleMistake), current: conflicts[0]!, conflicts },
  );
}

type Current = NonNullable<ProblemExtras['current']>;

async function currentVersions(tx: Db, dataSet: number, rows: readonly DataRow[]): Promise<Current[]> {
  const ids = rows.map(({ id }) => id);
  const changes = new Map((await lastChangesOf(tx, dataSet, ids)).map((change) => [change.id, change]));
  const through = new Map((await findVia(tx, { ids: JSON.stringify(ids) })).map((via) => [via.id, via]));
  return rows.map(({ id, version }) => {
    const { at, actorId, actorName } = changes.get(id)!;
    return {
      id,
      versionNumber: version,
      updatedAt: timestampOf(at),
      updatedBy: { id: actorId, name: actorName },
      ...presentVia(through.get(id)!),
    };
  });
}

const findVia = prepared((db, by: { ids: string }) =>
  db
    .selectFrom('records')
    .select(['id', 'interface', selectAgent('records.agent')])
    .where('id', 'in', eachOf(by.ids)),
);
