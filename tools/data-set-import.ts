import * as z from 'zod';
import { type FieldType, reservedKeys } from '../schemas/fields.ts';
import { channelId, idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

/** The types themselves are listed once, in workspace_data_set_save. The service validates them. */
const types = z.union([z.record(z.string(), z.string()), z.enum(['suggested'])]) as unknown as z.ZodType<
  Record<string, FieldType> | 'suggested'
>;

export default tool({
  name: 'workspace_data_set_import',
  group: 'default',
  title: 'Import a table',
  description:
    'Makes a Data Set of an uploaded table (CSV, TSV, XLSX) or a sheet, or adds its rows to one. All rows or none.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    channelId,
    fileId: z.string().optional().describe('The file, or artifactId'),
    artifactId: z.string().optional().describe('The sheet'),
    objectTypeId: z.string().optional().describe('Data Set to add rows to; default: a new one'),
    sheet: z.string().optional().describe('Sheet of a workbook; default: the first'),
    name: z.string().optional().describe("Name of the new Data Set; default: the file's"),
    titleColumn: z.string().optional().describe('Header of the titles; default: the first of text'),
    types: types
      .optional()
      .describe(
        'Header → type, such as select; or "suggested": dates, currency, choices as the cells mean; default: told from the cells',
      ),
    idempotencyKey,
  }),
  output: z.object({
    imported: z.int(),
    hint: z.string().optional(),
    dataSet: z.object({
      objectTypeId: z.string(),
      name: z.string(),
      fields: z.record(z.string(), z.string()).describe('Key → type'),
    }),
  }),
  async run(workspace, { objectTypeId, ...input }) {
    const { dataSet, imported, hint } =
      objectTypeId === undefined
        ? await workspace.dataSets.import(input)
        : await workspace.dataSets.importRows({ ...input, objectTypeId });
    const own = dataSet.fields.filter(({ key }) => !reservedKeys.has(key));
    const fields = Object.fromEntries(own.map(({ key, type }) => [key, type]));
    return {
      imported,
      ...(hint !== undefined && { hint }),
      dataSet: { objectTypeId: dataSet.objectTypeId, name: dataSet.name, fields },
    };
  },
});
