import type { DataSet } from '../../schemas/data-sets.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { encode } from '../../src/query/values.ts';
import { newField } from '../../src/workspace/data/data-set-changes.ts';
import { insertAtOnce } from './insertion.ts';
import type { Account, Reply } from './rest.ts';
import { addedDataSet } from './records.ts';
import { inStorage } from './storage.ts';

type Answer<Method extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Method>>;
export type SavedView = Answer<Workspace['views']['create']>['view'];
type ViewAnswer = Answer<Workspace['views']['data']>;
export type ViewData = ViewAnswer['data'];

export interface NewRecord {
  readonly title: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A Data Set with records, all created at the same moment, in a channel of a data folder. */
export async function newDataSet(
  dataFolder: string,
  channelSlug: string,
  name: string,
  fields: readonly FieldInput[],
  records: readonly NewRecord[],
): Promise<CatalogueDataSet> {
  return inStorage(dataFolder, async (tx) => {
    const dataSet = await addedDataSet(tx, channelSlug, { name, fields: fields.map(newField) });
    const { created_by: by } = await tx
      .selectFrom('data_sets')
      .select('created_by')
      .where('number', '=', dataSet.number)
      .executeTakeFirstOrThrow();
    const rows = records.map(({ title, values = {} }) => ({
      title,
      values: dataSet.fields.map((field) => encode(field, values[field.key])),
    }));
    const columns = dataSet.fields.map(({ number }) => number);
    const { count } = await insertAtOnce(tx, dataSet.number, columns, rows, { at: Date.now(), by });
    await tx.updateTable('data_sets').set({ record_count: count }).where('number', '=', dataSet.number).execute();
    return dataSet;
  });
}

/** Makes a Data Set by a request, which must not be refused. */
export async function madeDataSet(by: Account, channel: string, body: object): Promise<DataSet> {
  return dataSetIn(await by.call(`POST /channels/${channel}/data-sets`, body), 201);
}

/** Changes one, which must not be refused. */
export async function changedDataSet(by: Account, channel: string, id: string, body: object): Promise<DataSet> {
  return dataSetIn(await by.call(`PATCH /channels/${channel}/data-sets/${id}`, body), 200);
}

function dataSetIn({ status, bytes }: Reply, expected: number): DataSet {
  if (status !== expected) throw new Error(`${status} ${bytes.toString()}`);
  return (JSON.parse(bytes.toString()) as { dataSet: DataSet }).dataSet;
}

/** Saves a View, which must not be refused. */
export async function savedView(account: Account, channel: string, definition: object): Promise<SavedView> {
  const body: unknown = await account.done(`POST /channels/${channel}/views`, definition);
  return (body as Answer<Workspace['views']['create']>).view;
}

/** A value other than text is written as JSON. */
export type ViewParameters = Readonly<Record<string, unknown>>;

/** Asks for the data of a View. */
export function askView(
  account: Account,
  channel: string,
  view: string,
  parameters: ViewParameters = {},
): Promise<Reply> {
  const query = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return account.call(`GET /channels/${channel}/views/${view}/data?${new URLSearchParams(query).toString()}`);
}

export async function viewData(...asked: Parameters<typeof askView>): Promise<ViewData> {
  const { status, bytes, body } = await askView(...asked);
  if (status !== 200) throw new Error(bytes.toString());
  return (body as unknown as ViewAnswer).data;
}

/** Titles of a View's records in their order. */
export async function titles(...asked: Parameters<typeof askView>): Promise<string[]> {
  const { records = [] } = await viewData(...asked);
  return records.map(({ title }) => title);
}

/** Views of other renderers than the table, on a Data Set with the fields `stage` and `amount`. */
export const definitionsOf = (objectTypeId: string) => [
  { name: 'Board', objectTypeId, renderer: 'board', groupByFieldKey: 'stage' },
  {
    name: 'Figures',
    objectTypeId,
    renderer: 'dashboard',
    widgets: [
      { id: 'sum', title: 'Sum', type: 'number', metrics: [{ alias: 'sum', function: 'sum', field: 'amount' }] },
    ],
  },
  {
    name: 'Months',
    objectTypeId,
    renderer: 'pivot_table',
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'created_at', interval: 'month' },
    metric: { function: 'count_rows' },
  },
];
