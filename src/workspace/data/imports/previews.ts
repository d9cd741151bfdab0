import { type ImportPreview, ImportPreviewFields } from '../../../../schemas/data-sets.ts';
import { invalidRequest } from '../../../../schemas/errors.ts';
import type { CatalogueDataSet, CatalogueField } from '../../../query/catalogue.ts';
import { decode, type Stored } from '../../../query/values.ts';
import { dataColumn } from '../../../store/data-tables/data-tables.ts';
import { cellReader, newColumnTypes, titleOf } from '../../../tables/csv-columns.ts';
import { headersOf, matchedColumns, type RowPlan, rowsAsMade, tableOf } from '../../../tables/csv-import.ts';
import type { Wishes } from '../../../tables/wished-columns.ts';
import { firstRecords } from '../../../tables/import-preview.ts';
import type { Suggestion } from '../../../tables/notations/suggestions.ts';
import { RefusedRows } from '../../../tables/import-mistakes.ts';
import { Turn } from '../../../turns/turn.ts';
import { calendarOf } from '../../operation/calendar.ts';
import { writableChannelId } from '../../channels/channels.ts';
import type { Context } from '../../operation/context.ts';
import { presentField } from '../../operation/data-set-catalogue.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { fillableDataSet } from '../data-set-access.ts';
import { fieldsToBe } from '../new-data-sets.ts';
import { type Columns, decodedValues } from '../record-values.ts';
import { namesakes } from './import-hints.ts';
import { checkedRows } from './imported-references.ts';
import { type ImportTable, withTable } from './import-sources.ts';

/** The first pass of an import over its file, which says what the second one would store. */
export const importPreviews: Pick<Handlers<'dataSets'>, 'previewImport'> = {
  async previewImport(context, { channelId: channel, ...given }) {
    await context.database.read((db) => writableChannelId(db, context, channel));
    return withTable(context, ImportPreviewFields, given, async ({ objectTypeId, ...wishes }, _named, open) => {
      if (objectTypeId !== undefined && wishes.types !== undefined)
        throw invalidRequest('/types', 'goes with a new Data Set; leave it out to add rows to one');
      if (objectTypeId !== undefined && wishes.name !== undefined)
        throw invalidRequest('/name', 'goes with a new Data Set; leave it out to add rows to one');
      const dataSet =
        objectTypeId === undefined
          ? undefined
          : await context.database.read((db) => fillableDataSet(db, context, channel, objectTypeId));
      const { timeZone } = await context.database.read((db) => calendarOf(db, context));
      const zoned = { ...wishes, timeZone };
      const gone = context.gone();
      const turn = new Turn({ subject: context.caller.userId, gone });
      const look = (table: ImportTable) =>
        dataSet ? ofRows(context, table, dataSet, zoned, turn) : ofNew(context, channel, table, zoned, turn);
      const preview = await context.importTurns.take(context.caller.userId, () => open(look), gone);
      return { preview };
    });
  },
};

async function ofNew(
  context: Context,
  channel: string,
  table: ImportTable,
  { name = table.name, ...wishes }: Wishes & { readonly name?: string | undefined },
  turn: Turn,
): Promise<ImportPreview> {
  const refused = new RefusedRows();
  const made = await tableOf(table.pieces, wishes, turn, refused);
  const plan = rowsAsMade(fieldsToBe(made.fields), made);
  const headers = await headersOf(table.pieces, turn);
  const columns = headers.map((header, place) => ({
    header,
    name: made.names[place]!,
    field: plan.fields[place],
    isTitle: false,
    suggestion: made.suggestions[place],
  }));
  const found = { columns, plan, rowCount: made.rowCount, refused };
  const namesake = await namesakeOf(context, channel, name);
  return {
    ...(name !== undefined && { name }),
    ...(namesake && { namesake }),
    types: newColumnTypes,
    ...(await shown(table, found, turn)),
  };
}

async function namesakeOf(context: Context, channel: string, name: string | undefined) {
  if (name === undefined) return undefined;
  const [first] = await context.database.read(async (db) =>
    namesakes(db, await writableChannelId(db, context, channel), name),
  );
  return first && { objectTypeId: first.id, objectType: first.key!, name: first.name };
}

async function ofRows(
  context: Context,
  table: ImportTable,
  dataSet: CatalogueDataSet,
  wishes: Wishes,
  turn: Turn,
): Promise<ImportPreview> {
  const headers = await headersOf(table.pieces, turn);
  const { columns, plan, missing } = matchedColumns(dataSet, headers, wishes, table.isKeyed);
  const begin = () => new RefusedRows();
  const { rowCount, notations, mistakes } = await checkedRows(context, table.pieces, plan, turn, begin);
  const found = { columns, plan: { ...plan, notations }, rowCount, refused: mistakes };
  return { types: [], ...(missing && { missing: missing.label }), ...(await shown(table, found, turn)) };
}

interface Found {
  readonly columns: readonly {
    header: string;
    name: string;
    field: CatalogueField | undefined;
    isTitle: boolean;
    suggestion?: Suggestion | undefined;
  }[];
  readonly plan: RowPlan;
  readonly rowCount: number;
  readonly refused: RefusedRows;
}

async function shown(
  { pieces, sheets, isLined }: ImportTable,
  { columns, plan, rowCount, refused }: Found,
  turn: Turn,
): Promise<Omit<ImportPreview, 'name' | 'types' | 'missing'>> {
  const records = await firstRecords(pieces, plan, turn);
  return {
    ...(sheets && { sheets: [...sheets] }),
    rowCount,
    columns: columns.map(({ header, name, field, isTitle, suggestion }, place) => ({
      header,
      name,
      ...(field && { field: presentField(field) }),
      isTitle: isTitle || (field !== undefined && place === plan.titleColumn),
      ...(suggestion && { suggestion: suggestionShown(suggestion) }),
    })),
    records: records.map(({ row, title, values }) => ({
      row,
      title,
      values: decodedValues(plan, columnsOf(plan, values)),
    })),
    refusedCount: refused.count,
    refused: refused.first.map(({ line, ...row }) => ({ ...row, ...(isLined && { line }) })),
  };
}

/** A suggestion with an example, or the reason why there is none. */
function suggestionShown(suggestion: Suggestion): NonNullable<Column['suggestion']> {
  if (!suggestion.kind) return { reason: suggestion.reason };
  const { kind, cell, notation } = suggestion;
  const [field] = fieldsToBe([{ key: 'field', label: 'field', ...kind }]);
  const becomes = decode(field!, cellReader(field!, notation)(cell));
  const { currencyCode } = kind.options;
  return { type: kind.type, ...(currencyCode !== undefined && { currencyCode }), cell: titleOf(cell, ''), becomes };
}

type Column = ImportPreview['columns'][number];

const columnsOf = ({ fields }: RowPlan, values: readonly Stored[]): Columns =>
  Object.fromEntries(fields.map(({ number }, place) => [dataColumn(number), values[place]!]));
