import { type RawBuilder, sql } from 'kysely';
import type { FieldType } from '../../../schemas/fields.ts';
import type { CatalogueField } from '../../query/catalogue.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { Turn } from '../../turns/turn.ts';
import { artifactIsLive, isLive, recordIsLive } from '../operation/access.ts';

type Values = Readonly<Record<string, unknown>>;
type Referring = Pick<CatalogueField, 'key' | 'type'>;

const lookedUpAtOnce = 500;

/**
 * Records whose values leave out what is in the trash or purged. The stored values stay, so a reference comes back with
 * what it names.
 */
export async function withLiveReferences<Shown extends { readonly values: Values }>(
  db: Db,
  fields: readonly Referring[],
  records: readonly Shown[],
): Promise<readonly Shown[]> {
  const referring = fields.filter(({ type }) => findLive[type] !== undefined);
  if (referring.length === 0) return records;
  const live = await liveAmong(db, referring, records);
  return records.map((record) => ({ ...record, values: liveValues(record.values, referring, live) }));
}

async function liveAmong(db: Db, fields: readonly Referring[], records: readonly { readonly values: Values }[]) {
  const live = new Set<string>();
  const turn = new Turn();
  for (const [type, ofType] of Map.groupBy(fields, (field) => field.type)) {
    const ids = [...new Set(ofType.flatMap(({ key }) => records.flatMap(({ values }) => idsIn(values[key]))))];
    for (let from = 0; from < ids.length; from += lookedUpAtOnce) {
      const some = JSON.stringify(ids.slice(from, from + lookedUpAtOnce));
      for (const { id } of await findLive[type]!(db, { ids: some })) live.add(id);
      await turn.yield();
    }
  }
  return live;
}

const idsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value as string[];
  return typeof value === 'string' ? [value] : [];
};

function liveValues(values: Values, fields: readonly Referring[], live: ReadonlySet<string>): Values {
  const shown = { ...values };
  for (const { key } of fields) {
    const value = values[key];
    if (value === undefined) continue;
    const left = idsIn(value).filter((id) => live.has(id));
    if (left.length === 0) delete shown[key];
    else if (Array.isArray(value)) shown[key] = left;
  }
  return shown;
}

const find = (table: string, isThere: RawBuilder<boolean>) =>
  prepared((db, by: { ids: string }) => ({
    compile: () =>
      sql<{ id: string }>`select ${sql.table(table)}.id from json_each(${by.ids}) as asked
        cross join ${sql.table(table)} on ${sql.table(table)}.id = asked.value where ${isThere}`.compile(db),
  }));

/** By each type that refers to something that may be in the trash. */
const findLive: { readonly [Type in FieldType]?: ReturnType<typeof find> } = {
  artifact: find('artifacts', artifactIsLive),
  file: find('files', isLive('files')),
  record: find('records', recordIsLive),
  session: find('sessions', isLive('sessions')),
};
