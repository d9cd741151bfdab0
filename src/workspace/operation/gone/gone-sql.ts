import { type RawBuilder, sql } from 'kysely';
import { type FieldType, referenceTypes } from '../../../../schemas/fields.ts';
import { type CatalogueField, columnOf } from '../../../query/catalogue.ts';
import { eachOf, prepared } from '../../../store/prepared.ts';
import type { Db } from '../../../store/tables.ts';
import { artifactIsLive, isLive, recordIsLive } from '../access.ts';

/*
 * A value that refers to something in the trash or purged stays stored, and comes back with what it names. Meanwhile
 * queries leave it out. They look up each reference, but only once something of its kind has gone.
 */

/** Notes that something of a kind goes to the trash; `select` finds the organisation and the kind. */
const noting = <By extends Record<keyof By, string | number>>(select: (by: By) => RawBuilder<unknown>) =>
  prepared((db, by: By) => ({
    compile: () =>
      sql<object>`insert into gone (organization_id, kind) ${select(by)} on conflict do nothing`.compile(db),
  }));

const ofType = (type: 'artifact' | 'file' | 'session') =>
  noting(
    ({ id }: { id: string }) =>
      sql`select organization_id, ${sql.lit(type)} from ${sql.table(`${type}s`)} where id = ${id}`,
  );

/** By the type of what goes. A channel takes its Data Sets and artifacts with it. */
export const noteGone: Readonly<Record<string, ReturnType<typeof ofType>>> = {
  artifact: ofType('artifact'),
  file: ofType('file'),
  session: ofType('session'),
  data_set: noting(({ id }) => sql`select organization_id, id from data_sets where id = ${id}`),
  channel: noting(
    ({ id }) => sql`select organization_id, 'artifact' from channels where id = ${id}
      union all select organization_id, id from data_sets where channel_id = ${id}`,
  ),
};

/** The same of records of a Data Set. */
export const noteRecordsGone = noting(
  (by: { dataSet: number }) => sql`select organization_id, id from data_sets where number = ${by.dataSet}`,
);

/** The kinds that these fields refer to and of which something has gone. */
export async function goneKinds(
  db: Db,
  organizationId: string,
  fields: readonly CatalogueField[],
): Promise<readonly string[]> {
  const kinds = kindsOf(fields);
  if (kinds === undefined) return [];
  const gone = await findGone(db, { organizationId, kinds });
  return gone.map(({ kind }) => kind);
}

const knownKinds = new WeakMap<readonly CatalogueField[], { readonly kinds: string | undefined }>();

/** A JSON array of the kinds that fields refer to, if they refer to any. Cached by the identity of the fields. */
function kindsOf(fields: readonly CatalogueField[]): string | undefined {
  let known = knownKinds.get(fields);
  if (!known) {
    const kinds = new Set(fields.filter(({ type }) => referenceTypes.has(type)).map(kindOf));
    known = { kinds: kinds.size === 0 ? undefined : JSON.stringify([...kinds]) };
    knownKinds.set(fields, known);
  }
  return known.kinds;
}

const findGone = prepared((db, by: { organizationId: string; kinds: string }) =>
  db
    .selectFrom('gone')
    .select('kind')
    .where('organization_id', '=', by.organizationId)
    .where('kind', 'in', eachOf(by.kinds))
    .orderBy('kind'),
);

const kindOf = ({ type, options }: CatalogueField): string => options.objectTypeId ?? type;

/** Fields that say how their values are looked up where something of their kind has gone. */
export function withLiveValues(
  db: Db,
  fields: readonly CatalogueField[],
  gone: readonly string[],
): readonly CatalogueField[] {
  if (gone.length === 0) return fields;
  return fields.map((field) =>
    referenceTypes.has(field.type) && gone.includes(kindOf(field))
      ? { ...field, liveValue: liveValue(db, field) }
      : field,
  );
}

function liveValue(db: Db, field: CatalogueField): string {
  const column = columnOf(field);
  if (!field.multiple) return `case when ${isThere(db, field, column)} then ${column} end`;
  return `(select nullif(json_group_array(named.value), '[]') from json_each(${column}) as named
    where ${isThere(db, field, 'named.value')})`;
}

function isThere(db: Db, { type }: CatalogueField, id: string): string {
  const condition = conditions[type]!.compile(db).sql;
  return `exists (select 1 from ${type}s where ${type}s.id = ${id} and ${condition})`;
}

const conditions: { readonly [Type in FieldType]?: RawBuilder<boolean> } = {
  artifact: artifactIsLive,
  file: isLive('files'),
  record: recordIsLive,
  session: isLive('sessions'),
};
