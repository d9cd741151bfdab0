import { invalidRequest } from '../../../../schemas/errors.ts';
import { textTypes } from '../../../../schemas/fields.ts';
import type { CatalogueDataSet, CatalogueField } from '../../../query/catalogue.ts';
import { both, type Condition, planFilters } from '../../../query/plan.ts';
import { planRecords, planSavedFilters } from '../../../query/renderers/index.ts';
import type { FoundRecord } from '../../../query/page-plan.ts';
import { cellWriter } from '../../../tables/cells.ts';
import { titleOf } from '../../../tables/csv-columns.ts';
import { csvBytes, linesOf, mostXlsxRows, type RowStretches, xlsxBytes } from '../../../tables/written-tables.ts';
import { inTurnsIfLong } from '../../../turns/turn.ts';
import { cleanFileName } from '../../library/file-names.ts';
import { calendarOf } from '../../operation/calendar.ts';
import type { Context } from '../../operation/context.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { madeInTurn } from './made-in-turn.ts';
import { readableDataSet } from '../data-set-access.ts';
import { filtersByKeys } from '../names/by-keys.ts';
import { lookUpBy } from '../names/people-names.ts';
import { readableView } from '../saved-views.ts';
import { type Exported, recordStretches } from './record-stretches.ts';

type Handler = Handlers<'dataSets'>['export'];
type Input = Parameters<Handler>[1];
type Format = NonNullable<Input['format']>;

const contentTypes: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
};

export const dataSetExport: Handler = async (context, { format = 'csv', ...input }) => {
  const exported = await exportedBy(context, input);
  const { dataSet, viewName } = exported;
  if (format === 'xlsx' && dataSet.recordCount >= mostXlsxRows)
    throw invalidRequest('/format', `holds at most ${mostXlsxRows - 1} records; export as csv or jsonl`);
  const name = viewName === undefined ? dataSet.name : `${dataSet.name} - ${viewName}`;
  const fileName = cleanFileName(`${name.replaceAll(/[/\\]/g, '-')}.${format}`);
  const content = madeInTurn(context, () => bytesOf(context, exported, format));
  return { file: { fileName, contentType: contentTypes[format] }, content };
};

/** All records of a Data Set as CSV. */
export async function everyRecord(context: Context, asked: Pick<Input, 'channelId' | 'objectTypeId'>) {
  const exported = await exportedBy(context, asked);
  return { name: exported.dataSet.name, bytes: await bytesOf(context, exported, 'csv') };
}

async function bytesOf(context: Context, exported: Exported, format: Format): Promise<AsyncIterable<Uint8Array>> {
  if (format === 'jsonl') return jsonLines(context, exported);
  const rows = rowStretches(context, exported, await columnsOf(context, exported));
  return (format === 'xlsx' ? xlsxBytes : csvBytes)(rows, context.caller.userId);
}

interface Named extends Exported {
  readonly viewName?: string;
}

async function exportedBy(context: Context, input: Omit<Input, 'format'>): Promise<Named> {
  const { channelId, objectTypeId, viewId, filters = [] } = input;
  const { dataSet, calendar, view } = await context.database.read(async (db) => ({
    dataSet: await readableDataSet(db, context, channelId, objectTypeId),
    calendar: await calendarOf(db, context),
    view: viewId === undefined ? undefined : (await readableView(db, context, channelId, viewId)).view,
  }));
  const { userId } = context.caller;
  const byKeys = await filtersByKeys(dataSet, lookUpBy(context), filters);
  const where: Condition = await inTurnsIfLong(planFilters(dataSet, byKeys, calendar), userId);
  if (!view) return { dataSet, where, sort: [] };
  const { definition } = view;
  if (view.dataSet.id !== dataSet.id) throw invalidRequest('/viewId', 'names a View of another Data Set; leave it out');
  if (definition.renderer === 'dashboard' || definition.renderer === 'pivot_table')
    throw invalidRequest('/viewId', 'names a View of figures; export the Data Set without it');
  const saved = await inTurnsIfLong(planSavedFilters(dataSet, definition, calendar), userId);
  const plan = planRecords(dataSet, definition, saved);
  return { dataSet, where: both(plan.where, where), sort: plan.sort, viewName: definition.name };
}

/** A column of the file: its header, and its cell of a record. */
interface Column {
  readonly header: string;
  readonly cellOf: (record: FoundRecord) => string;
}

const titleHeader = 'Title';

async function columnsOf(context: Context, exported: Exported): Promise<readonly Column[]> {
  const { fields } = exported.dataSet;
  const columns = fields.map((field): Column => {
    const written = cellWriter(field);
    const cellOf = ({ values }: FoundRecord) => (Object.hasOwn(values, field.key) ? written(values[field.key]) : '');
    return { header: field.label, cellOf };
  });
  if (await areTitlesInFields(context, exported)) return columns;
  const title: Column = { header: titleHeader, cellOf: (record) => record.title };
  // The first column of a header goes into the field of that label.
  return fields.some(({ label }) => label === titleHeader) ? [...columns, title] : [title, ...columns];
}

/**
 * Whether an import would give every record its title from a field, as it does where the records were imported. A column
 * of titles would then become one field more.
 */
async function areTitlesInFields(context: Context, exported: Exported): Promise<boolean> {
  const field = titleField(exported.dataSet);
  if (!field) return false;
  const written = cellWriter(field);
  let row = 0;
  for await (const records of recordStretches(context, exported, [field])) {
    for (const { title, values } of records) {
      row += 1;
      const cell = Object.hasOwn(values, field.key) ? written(values[field.key]) : '';
      if (titleOf(cell, `Row ${row}`) !== title) return false;
    }
  }
  return row > 0;
}

/** The field that an import of all fields would take the titles from. */
function titleField({ fields }: CatalogueDataSet): CatalogueField | undefined {
  const first = fields.find(({ type }) => !typedByCells.has(type));
  if (!first) return fields[0];
  return textTypes.has(first.type) ? first : undefined;
}

/** Types that an import would find again by the cells. */
const typedByCells: ReadonlySet<string> = new Set(['number', 'currency', 'percent', 'checkbox', 'date', 'date_time']);

async function* rowStretches(context: Context, exported: Exported, columns: readonly Column[]): RowStretches {
  yield [columns.map(({ header }) => header)];
  const cellsOf = (record: FoundRecord) => columns.map(({ cellOf }) => cellOf(record));
  for await (const records of recordStretches(context, exported, exported.dataSet.fields))
    yield records.values().map(cellsOf);
}

async function* jsonLines(context: Context, exported: Exported): AsyncGenerator<Uint8Array> {
  const lineOf = ({ title, values }: FoundRecord) => `${JSON.stringify({ title, values })}\n`;
  for await (const records of recordStretches(context, exported, exported.dataSet.fields))
    yield* linesOf(records, lineOf, context.caller.userId);
}
