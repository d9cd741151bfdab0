import { type RawBuilder, sql } from 'kysely';
import type { Provenance } from '../../../schemas/common.ts';
import type { SearchType } from '../../../schemas/search.ts';
import { timestampOf } from '../../time/dates.ts';
import { lastChangesOf } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import { presentVia, selectAgent, type ViaRow } from '../../store/via.ts';

/** A cited resource. An artifact may be cited in an older version. */
interface Cited {
  readonly type: SearchType;
  readonly id: string;
  readonly versionId?: string | undefined;
}

interface ProvenanceRow extends ViaRow {
  readonly id: string;
  readonly versionId?: string | null;
  readonly actorId: string;
  readonly actorName: string;
  readonly at: string;
}

/**
 * Returns a lookup of the author, interface and time of each cited version, by one query for each kind. Undefined when
 * the resource was deleted meanwhile.
 */
export async function provenanceOf(db: Db, cited: readonly Cited[]): Promise<(cited: Cited) => Provenance | undefined> {
  const found = new Map<string, Provenance>();
  for (const [type, members] of Map.groupBy(cited, (one) => one.type)) {
    const rows = type === 'record' ? await ofRecords(db, members) : await ofResources(db, type, members);
    for (const { actorId, actorName, at, ...row } of rows) {
      const actor = { id: actorId, name: actorName };
      found.set(keyOf(row), { actor, ...presentVia(row), at });
    }
  }
  return (one) => found.get(keyOf(one));
}

const keyOf = ({ id, versionId }: Pick<ProvenanceRow, 'id' | 'versionId'>) => `${id} ${versionId ?? ''}`;

/** SQL for each kind: the author, interface and time, and the tables that hold them. */
const columns: Record<Exclude<SearchType, 'record'>, RawBuilder<unknown>> = {
  artifact: sql`version.created_by as "actorId", version.interface, ${selectAgent('version.agent')}, version.created_at as at
    from cited join artifacts as one on one.id = cited.id
    join artifact_versions as version on version.id = coalesce(cited.version_id, one.current_version_id)`,
  file: sql`one.created_by as "actorId", one.interface, ${selectAgent('one.agent')}, one.created_at as at from cited join files as one on one.id = cited.id`,
  post: sql`one.author_id as "actorId", one.interface, ${selectAgent('one.agent')}, one.updated_at as at from cited join posts as one on one.id = cited.id`,
  session: sql`one.owner_id as "actorId", one.interface, ${selectAgent('one.agent')}, one.updated_at as at
    from cited join sessions as one on one.id = cited.id`,
};

async function ofResources(db: Db, type: Exclude<SearchType, 'record'>, cited: readonly Cited[]) {
  const pairs = JSON.stringify(cited.map(({ id, versionId = null }) => [id, versionId]));
  const { rows } = await sql<ProvenanceRow>`
    with cited as (select value ->> 0 as id, value ->> 1 as version_id from json_each(${pairs}))
    select written.*, users.name as "actorName"
    from (select cited.id, cited.version_id as "versionId", ${columns[type]}) as written join users on users.id = written."actorId"`.execute(
    db,
  );
  return rows;
}

/** When and by whom a record was changed only its Data Set knows. */
async function ofRecords(db: Db, cited: readonly Cited[]) {
  const ids = JSON.stringify(cited.map(({ id }) => id));
  const { rows: places } = await sql<ViaRow & { id: string; data_set: number }>`
    select id, data_set, interface, ${selectAgent('records.agent')} from records where id in (select value from json_each(${ids}))`.execute(
    db,
  );
  const through = new Map(places.map(({ id, interface: type, agent }) => [id, { interface: type, agent }]));
  const found: ProvenanceRow[] = [];
  for (const [dataSet, members] of Map.groupBy(places, (place) => place.data_set)) {
    const changes = await lastChangesOf(
      db,
      dataSet,
      members.map(({ id }) => id),
    );
    for (const { at, ...change } of changes) found.push({ ...change, ...through.get(change.id)!, at: timestampOf(at) });
  }
  return found;
}
