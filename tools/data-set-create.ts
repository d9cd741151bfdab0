import * as z from 'zod';
import { FieldType } from '../schemas/fields.ts';
import { channelId, idempotencyKey, title } from './shared.ts';
import { adds, tool } from './tool.ts';

/** A choice of a field, as a client declares it. */
export const choice = z.strictObject({ key: z.string(), label: z.string().optional(), color: z.string().optional() });

export default tool({
  name: 'workspace_data_set_create',
  group: 'records',
  title: 'Create a Data Set',
  description:
    'Makes a table with typed fields in a channel. An uploaded file becomes one with its rows by workspace_data_set_import.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    channelId,
    name: title.describe('In the plural, such as Deals'),
    objectType: z.string().optional().describe('Singular key, such as deal; default: made from the name'),
    description: z.string().optional().describe('Meaning of one record'),
    fields: z
      .array(
        z.strictObject({
          key: z.string(),
          label: z.string().optional(),
          type: FieldType,
          required: z.boolean().optional(),
          multiple: z.boolean().optional(),
          options: z
            .strictObject({
              currencyCode: z.string().optional(),
              decimals: z.int().optional(),
              choices: z.array(choice).optional(),
              objectTypeId: z.string().optional(),
            })
            .optional(),
        }),
      )
      .optional()
      .describe(
        'key: a-z, 0-9 and _. options: currency needs currencyCode (EUR), select and multi_select need choices, record needs objectTypeId. multiple: user, record, file, artifact only. title, created_at, updated_at and created_by always exist',
      ),
    idempotencyKey,
  }),
  output: z.object({
    dataSet: z.object({ objectTypeId: z.string(), objectType: z.string(), name: z.string() }),
  }),
  async run(workspace, input) {
    const { dataSet } = await workspace.dataSets.create(input);
    const { fields, ...rest } = dataSet;
    return { dataSet: { ...rest, fieldCount: fields.length } };
  },
});
