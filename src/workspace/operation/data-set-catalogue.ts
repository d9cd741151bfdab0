import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DataSet } from '../../../schemas/data-sets.ts';
import {
  type Field,
  type FieldOptions,
  type FieldType,
  functionsOf,
  isMultiple,
  operatorsOf,
} from '../../../schemas/fields.ts';
import { allFields, type CatalogueDataSet, type CatalogueField, everyRecordHas } from '../../query/catalogue.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { publishedPlainly, publishedRows } from '../../store/data-tables/published-rows.ts';
import { Turn } from '../../turns/turn.ts';
import { isLive } from './access.ts';
import { goneKinds, withLiveValues } from './gone/gone-sql.ts';

/** The Data Sets of a channel as it shows them, by name, in turns: there may be many. */
export async function presentDataSetsIn(db: Db, channelId: string, subject: string): Promise<DataSet[]> {
  const turn = new Turn({ subject });
  const presented: DataSet[] = [];
  for (const row of await findDataSets(db, { channelId })) {
    presented.push(presentDataSet(withFields(row, await findFields(db, { dataSet: row.number }))));
    await turn.yield();
  }
  return presented;
}

/** By its ID or key. */
export async function dataSetIn(db: Db, channelId: string, named: string): Promise<CatalogueDataSet | undefined> {
  const [row] = await findDataSet(db, { channelId, named });
  return row && withLiveFields(db, row);
}

/** A Data Set by its internal number. */
export async function dataSetNumbered(db: Db, number: number): Promise<CatalogueDataSet> {
  const [row] = await findNumbered(db, { number });
  return withLiveFields(db, row!);
}

async function withLiveFields(db: Db, row: DataSetRow): Promise<CatalogueDataSet> {
  const dataSet = withFields(row, await findFields(db, { dataSet: row.number }));
  const gone = await goneKinds(db, row.organization_id, dataSet.fields);
  return { ...dataSet, fields: withLiveValues(db, dataSet.fields, gone) };
}

export function presentDataSet(dataSet: CatalogueDataSet): DataSet {
  return {
    objectTypeId: dataSet.id,
    objectType: dataSet.objectType,
    name: dataSet.name,
    description: dataSet.description,
    readOnly: dataSet.readOnly,
    fields: allFields(dataSet).map(presentField),
  };
}

export function presentField(field: CatalogueField): Field {
  const { key, label, type, required, multiple, options } = field;
  return {
    key,
    label,
    type,
    queryable: true,
    required,
    ...(multiple && { multiple }),
    ...(Object.keys(options).length > 0 && { options }),
    operators: [...operatorsOf(field)],
    functions: [...functionsOf(field)],
  };
}

/** The columns of a Data Set's catalogue entry, to read it together with other tables. */
export const dataSetColumns = [
  'data_sets.number',
  'data_sets.id',
  'data_sets.organization_id',
  'data_sets.channel_id',
  'data_sets.object_type',
  'data_sets.name',
  'data_sets.description',
  'data_sets.record_count',
  'data_sets.read_only',
  'data_sets.revision',
  sql<number | null>`(select row_count from pending_rows where data_set = data_sets.number)`.as('pending_count'),
] as const;

const dataSetRows = (db: Db) => db.selectFrom('data_sets').select(dataSetColumns);

const findDataSets = prepared((db, by: { channelId: string }) =>
  dataSetRows(db).where('channel_id', '=', by.channelId).where(isLive('data_sets')).orderBy('name').orderBy('id'),
);
/** A key may look like an ID. */
const findDataSet = prepared((db, by: { channelId: string; named: string }) =>
  dataSetRows(db)
    .where('channel_id', '=', by.channelId)
    .where(isLive('data_sets'))
    .where((eb) => eb.or([eb('id', '=', by.named), eb('object_type', '=', by.named)]))
    .orderBy((eb) => eb('id', '=', by.named), 'desc')
    .limit(1),
);
const findNumbered = prepared((db, by: { number: number }) => dataSetRows(db).where('number', '=', by.number));
const findFields = prepared((db, by: { dataSet: number }) =>
  db.selectFrom('data_set_fields').selectAll().where('data_set', '=', by.dataSet).orderBy('number'),
);

const longestTextIn = (dataSet: number): string => `select longest_text from data_sets where number = ${dataSet}`;

/** Must be called with stored values. Records whose texts are known to be short are read a page at once. */
export const raiseLongestText = prepared((db, by: { number: number; characters: number }) =>
  db
    .updateTable('data_sets')
    .set({ longest_text: by.characters })
    .where('number', '=', by.number)
    .where('longest_text', '<', by.characters),
);

type DataSetRow = Awaited<ReturnType<typeof findDataSet>>[number];
type FieldRow = Awaited<ReturnType<typeof findFields>>[number];

/** The most characters that a process caches of each kind. */
export const mostKnownCharacters = 4_000_000;
/** A field has beside its options. */
const charactersBeside = 200;

interface KnownFields {
  readonly revision: number;
  /** The kinds that the fields were made for. */
  gone: string;
  fields: readonly CatalogueField[];
}

const knownFields = new WeakMap<Db, LRUCache<number, KnownFields>>();

/**
 * A Data Set with its fields. They are read once a revision, and stay the same while the same is gone. Only for a
 * database that is read: what a transaction sees may never come to be.
 */
export async function withKnownFields(db: Db, row: DataSetRow): Promise<CatalogueDataSet> {
  let known = knownFields.get(db);
  if (!known) knownFields.set(db, (known = new LRUCache<number, KnownFields>({ maxSize: mostKnownCharacters })));
  let entry = known.get(row.number);
  if (entry?.revision !== row.revision) {
    const rows = await findFields(db, { dataSet: row.number });
    entry = { revision: row.revision, gone: '', fields: rows.map(fieldOf) };
    known.set(row.number, entry, { size: charactersOf(rows) });
  }
  const gone = await goneKinds(db, row.organization_id, entry.fields);
  if (entry.gone !== gone.join()) {
    entry.gone = gone.join();
    entry.fields = withLiveValues(db, entry.fields, gone);
  }
  return { ...presentRow(row), fields: entry.fields };
}

const charactersOf = (rows: readonly FieldRow[]): number =>
  rows.reduce((sum, { options }) => sum + charactersBeside + (options?.length ?? 0), 1);

function withFields(row: DataSetRow, fields: readonly FieldRow[]): CatalogueDataSet {
  return { ...presentRow(row), fields: fields.map(fieldOf) };
}

function presentRow(row: DataSetRow): Omit<CatalogueDataSet, 'fields'> {
  return {
    number: row.number,
    id: row.id,
    organizationId: row.organization_id,
    channelId: row.channel_id,
    objectType: row.object_type,
    name: row.name,
    description: row.description,
    recordCount: row.record_count,
    ...sqlOf.memo(row.number),
    pendingCount: row.pending_count ?? 0,
    revision: row.revision,
    readOnly: row.read_only === 1,
    otherFields: everyRecordHas,
  };
}

/** The SQL of a Data Set by its number, since every page takes it. */
const sqlOf = new LRUCache<number, Pick<CatalogueDataSet, 'rows' | 'plain' | 'longestText'>>({
  max: 10_000,
  memoMethod: (number) => ({
    rows: publishedRows(number),
    plain: publishedPlainly(number),
    longestText: longestTextIn(number),
  }),
});

function fieldOf(field: FieldRow): CatalogueField {
  return {
    number: field.number,
    key: field.key,
    label: field.label,
    type: field.type as FieldType,
    multiple: isMultiple({ type: field.type as FieldType, multiple: field.multiple === 1 }),
    required: field.required === 1,
    fromSource: field.from_source === 1,
    options: field.options === null ? {} : optionsOf(field.options),
  };
}

const knownOptions = new LRUCache<string, FieldOptions>({
  maxSize: mostKnownCharacters,
  sizeCalculation: (_options, text) => text.length,
});

/** Parses options, cached by their text. A select may have 1,000 choices, and every read needs them. */
function optionsOf(text: string): FieldOptions {
  const known = knownOptions.get(text);
  if (known) return known;
  const options = JSON.parse(text) as FieldOptions;
  knownOptions.set(text, options);
  return options;
}
