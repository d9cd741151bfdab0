import * as z from 'zod';
import {
  ArtifactId,
  ChannelId,
  DataSetId,
  FileId,
  IdempotencyKey,
  jsonArray,
  listOf,
  refusing,
  SheetName,
  Title,
  ViewId,
  repeatedPlaces,
} from './common.ts';
import { type MadeContent, MadeFile } from './exports.ts';
import { Field, FieldChange, FieldInput, FieldKey, FieldType } from './fields.ts';
import type { FileSource } from './files.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { Filters } from './queries.ts';

export const DataSet = z.object({
  objectTypeId: z.string(),
  objectType: z.string().describe('Its singular key, such as deal'),
  name: z.string(),
  description: z.string(),
  readOnly: z.boolean().describe('Its records come from a connected source; only reference fields may be set here'),
  fields: z.array(Field).describe('The fields that every record has come last'),
});
export type DataSet = z.infer<typeof DataSet>;

const Description = z
  .string()
  .max(limits.description)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text');

const Fields = listOf(FieldInput, limits.fields).superRefine(refuseRepeated);
const FieldChanges = listOf(FieldChange, limits.fields).superRefine(refuseRepeated);

function refuseRepeated(fields: readonly { readonly key: string }[], context: z.RefinementCtx): void {
  for (const place of repeatedPlaces(fields.map(({ key }) => key)))
    context.addIssue({ code: 'custom', path: [place, 'key'], message: 'is there twice' });
}

/** In place of a type: the one that is suggested. */
const suggested = 'suggested';

/** The table to import: bytes that come with the request, a stored file, or a sheet. */
const source = {
  file: z.custom<FileSource>().optional(),
  fileId: FileId.optional().describe('A stored file: CSV, TSV or XLSX'),
  artifactId: ArtifactId.optional().describe('A sheet, as it stands'),
};

type Source = { readonly [Name in keyof typeof source]?: unknown };

const hasOneSource = (given: Source) =>
  Object.keys(source).filter((name) => given[name as keyof Source] !== undefined).length === 1;

const oneSource = { path: ['fileId'], message: 'name one source: the part "file" of a form, or fileId, or artifactId' };

/** Field types by header of the file; in a form, as JSON text. */
const TypesByHeader = z.record(z.string(), z.enum([...FieldType.options, suggested]));
const ColumnTypes = z
  .union([TypesByHeader, z.literal(suggested), z.string().transform(parseObject).pipe(TypesByHeader)])
  .describe(
    'A JSON object: header of a column → field type, or "suggested". Types that are not named are told from the cells. The word alone gives every column its suggestion of a preview',
  );

/** Labels by header of the file; in a form, as JSON text. */
const ColumnLabels = z
  .union([z.record(z.string(), Title), z.string().transform(parseObject).pipe(z.record(z.string(), Title))])
  .describe(
    'A JSON object: header of a column → label in place of it. Rows of a Data Set go into the field so labelled',
  );

function parseObject(text: string, context: z.RefinementCtx): unknown {
  try {
    const object: unknown = JSON.parse(text);
    if (!Object.hasOwn(Object(object) as object, '__proto__')) return object;
    context.addIssue({ code: 'custom', message: 'names a header that cannot be typed: __proto__' });
    return z.NEVER;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object: header → field type' });
    return z.NEVER;
  }
}

const TitleColumn = z
  .string()
  .max(limits.title)
  .describe('Header of the column that gives the titles; default: the first column of text, else the first');

/** The fields of an import beside its source. */
export const ImportFields = z.strictObject({
  name: Title.optional().describe('Default: the name of the file without its extension, or the title of the sheet'),
  sheet: SheetName.optional(),
  objectType: FieldKey.optional().describe('Singular key; default made from the name'),
  titleColumn: TitleColumn.optional(),
  types: ColumnTypes.optional(),
  labels: ColumnLabels.optional(),
  idempotencyKey: IdempotencyKey.optional(),
});
const forNewDataSets = refusing(
  ['name', 'objectType', 'types'],
  'goes with a new Data Set; leave it out to add rows to one',
);
export const RowImportFields = z.strictObject(
  {
    sheet: SheetName.optional(),
    titleColumn: TitleColumn.optional(),
    labels: ColumnLabels.optional(),
    idempotencyKey: IdempotencyKey.optional(),
  },
  forNewDataSets,
);

/** The fields of a preview beside its source. */
export const ImportPreviewFields = z.strictObject({
  objectTypeId: DataSetId.optional().describe('The Data Set that the rows would go into; default: a new one'),
  name: Title.optional().describe('The name that a new Data Set would have'),
  sheet: SheetName.optional(),
  titleColumn: TitleColumn.optional(),
  types: ColumnTypes.optional(),
  labels: ColumnLabels.optional(),
});

const RefusedRow = z.object({
  row: z.int().describe('It counts from 1 behind the header, without blank lines'),
  line: z.int().optional().describe('Where it begins in the file; absent for a workbook and JSON lines'),
  mistakes: z.array(
    z.object({
      label: z.string().optional().describe('The column; absent where the whole row is wrong'),
      cell: z.string().optional().describe('The text of the cell, on one line and cut'),
      message: z.string(),
    }),
  ),
});

const ImportPreview = z.object({
  name: z.string().optional().describe('The name that a new Data Set would have'),
  namesake: z
    .object({ objectTypeId: z.string(), objectType: z.string(), name: z.string() })
    .optional()
    .describe('A Data Set of the channel that has this name already; a new one gets another key'),
  sheets: z.array(z.string()).optional().describe('The sheets of a workbook'),
  rowCount: z.int().describe('Rows of the whole file behind its header'),
  columns: z.array(
    z.object({
      header: z.string(),
      name: z
        .string()
        .describe(
          'How `types`, `labels` and `titleColumn` name this column alone: its header, unless that is blank or stands twice',
        ),
      field: Field.optional().describe(
        'Absent where the Data Set has no such field. Unless it gives the titles, the import would be refused',
      ),
      isTitle: z.boolean().describe('Whether it gives the titles'),
      suggestion: z
        .object({
          type: FieldType.optional().describe('Every filled cell reads as this type; absent with a reason'),
          currencyCode: z.string().optional(),
          cell: z.string().optional().describe('The first filled cell, on one line and cut'),
          becomes: z.unknown().optional().describe('The value of this cell as the type'),
          reason: z.string().optional().describe('Why no type is suggested, though most cells read as one'),
        })
        .optional()
        .describe('A type that a column of text could have instead'),
    }),
  ),
  missing: z.string().optional().describe('The label of a required field that no column fills'),
  records: z
    .array(z.object({ row: z.int(), title: z.string(), values: z.record(z.string(), z.unknown()) }))
    .describe('The first rows as they would be stored, without cells that are refused'),
  refusedCount: z.int().describe('Rows that do not fit. While there are any, nothing is imported'),
  refused: z.array(RefusedRow).describe('The first rows that do not fit'),
  types: z.array(FieldType).describe('The types that a column of a new Data Set may have'),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const ExportFormat = z
  .enum(['csv', 'xlsx', 'jsonl'])
  .describe('xlsx: every cell is text, whatever it begins with; jsonl: a record a line, as a batch takes it');

const imported = z.object({
  dataSet: DataSet,
  imported: z.int().describe('Rows that became records'),
  hint: z.string().optional().describe('Columns that could have better types, and another Data Set of this name'),
});

export const dataSets = {
  create: operation({
    summary: 'A new Data Set in a channel',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/data-sets',
    example: {
      name: 'Deals',
      fields: [
        { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }, { key: 'lost' }] } },
        { key: 'amount', type: 'currency', options: { currencyCode: 'EUR' } },
        { key: 'closed_on', type: 'date' },
      ],
    },
    status: 201,
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        name: Title,
        objectType: FieldKey.optional().describe('Singular key; default made from the name'),
        description: Description.optional(),
        fields: Fields.optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ dataSet: DataSet }),
  }),
  get: operation({
    summary: 'One Data Set with its fields',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/data-sets/{objectTypeId}',
    input: () => z.strictObject({ channelId: ChannelId, objectTypeId: DataSetId }),
    output: () => z.object({ dataSet: DataSet }),
  }),
  find: operation({
    summary: 'One Data Set by its ID alone, with the channel that it is in',
    scope: 'workspace.read',
    http: 'GET /api/workspace/data-sets/{objectTypeId}',
    input: () => z.strictObject({ objectTypeId: DataSetId }),
    output: () => z.object({ dataSet: DataSet.extend({ channelId: z.string() }) }),
  }),
  update: operation({
    summary: 'Rename or describe a Data Set; a listed field is added, relabelled or given more choices, others stay',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}/data-sets/{objectTypeId}',
    example: {
      fields: [
        { key: 'closed', label: 'Closed on', type: 'date' },
        { key: 'stage', label: 'Phase', options: { choices: [{ key: 'on_hold', label: 'On hold' }] } },
      ],
    },
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        objectTypeId: DataSetId,
        name: Title.optional(),
        description: Description.optional(),
        fields: FieldChanges.optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ dataSet: DataSet }),
  }),
  remove: operation({
    summary: 'Move a Data Set to the trash, with its records and Views; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/data-sets/{objectTypeId}',
    input: () =>
      z.strictObject({ channelId: ChannelId, objectTypeId: DataSetId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  import: operation({
    summary:
      'A table (CSV, TSV, XLSX) becomes a Data Set: a file of a form, a stored file or a sheet. Every row is kept, or all are refused with the row numbers',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/data-sets/import',
    status: 201,
    request: 'either',
    problems: ['invalid_values'],
    example: { fileId: 'file_01k6zq3v8me2t9x4c7r5hbnd0a', types: 'suggested' },
    input: () =>
      z.strictObject({ channelId: ChannelId, ...source, ...ImportFields.shape }).refine(hasOneSource, oneSource),
    output: () => imported,
  }),
  importRows: operation({
    summary: 'The rows of a table (CSV, TSV, XLSX) are added to a Data Set, all of them or none',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/data-sets/{objectTypeId}/import',
    request: 'either',
    problems: ['invalid_values', 'read_only_source'],
    example: { fileId: 'file_01k6zq3v8me2t9x4c7r5hbnd0a' },
    input: () =>
      z
        .strictObject(
          { channelId: ChannelId, objectTypeId: DataSetId, ...source, ...RowImportFields.shape },
          forNewDataSets,
        )
        .refine(hasOneSource, oneSource),
    output: () => imported,
  }),
  previewImport: operation({
    summary:
      'Shows what an import would store: fields with types, first records, rows that would be refused. Stores nothing',
    scope: 'workspace.read',
    http: 'POST /api/workspace/channels/{channelId}/data-sets/preview-import',
    request: 'either',
    problems: ['read_only_source'],
    example: {
      fileId: 'file_01k6zq3v8me2t9x4c7r5hbnd0a',
      types: { Stage: 'select', Amount: 'suggested' },
      labels: { Stage: 'Phase' },
    },
    input: () =>
      z.strictObject({ channelId: ChannelId, ...source, ...ImportPreviewFields.shape }).refine(hasOneSource, oneSource),
    output: () => z.object({ preview: ImportPreview }),
    hasLongAnswer: true,
  }),
  export: operation({
    summary:
      'The records of a Data Set as a file that can be imported again. The first row holds labels; values are as they stand',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/data-sets/{objectTypeId}/export',
    response: 'made',
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        objectTypeId: DataSetId,
        format: ExportFormat.optional().describe('Default: csv'),
        viewId: ViewId.optional().describe('A View of records: its filters and order'),
        filters: jsonArray(Filters).optional().describe('As a typed query has them: [{field, operator, value}]'),
      }),
    output: () => z.object({ file: MadeFile, content: z.custom<MadeContent>() }),
  }),
};
