import * as z from 'zod';
import type { DataSet } from '../schemas/data-sets.ts';
import type { Workspace } from '../schemas/index.ts';
import { FieldType } from '../schemas/fields.ts';
import { choice } from './data-set-create.ts';
import { idempotencyKey } from './shared.ts';
import { sets, tool } from './tool.ts';

const input = z.strictObject({
  objectTypeId: z.string().optional().describe('Changes this one; default: a new one'),
  channelId: z.string().optional().describe('ID or slug; needed by a new Data Set'),
  name: z.string().optional().describe('Such as Deals; needed by a new one'),
  description: z.string().optional().describe('Meaning of one record'),
  fields: z
    .array(
      z.strictObject({
        key: z.string(),
        label: z.string().optional(),
        type: FieldType.optional(),
        required: z.boolean().optional(),
        multiple: z.boolean().optional(),
        options: z
          .strictObject({
            currencyCode: z.string().optional(),
            choices: z.array(choice).optional(),
            objectTypeId: z.string().optional(),
          })
          .optional(),
      }),
    )
    .optional()
    .describe(
      'A key that exists is relabelled or given more choices, a new one needs its type. key: a-z, 0-9 and _. currency needs currencyCode (EUR), select and multi_select choices, record objectTypeId ("self": this Data Set). multiple: user, record, file, artifact. title, created_at, updated_at and created_by always exist',
    ),
  idempotencyKey,
});
type Input = z.output<typeof input>;

export default tool({
  name: 'workspace_data_set_save',
  group: 'default',
  title: 'Create or change a Data Set',
  description:
    'Makes a table with typed fields in a channel, or adds fields and choices to one and relabels them. Types and keys never change. Fill it with workspace_records_write.',
  scope: 'workspace.write',
  annotations: sets,
  input,
  output: z.object({
    dataSet: z.object({ objectTypeId: z.string(), objectType: z.string(), name: z.string() }),
  }),
  run: async (workspace, given) => short(await saved(workspace, given)),
});

async function saved(workspace: Workspace, { objectTypeId, channelId, name, ...given }: Input): Promise<DataSet> {
  if (objectTypeId !== undefined) {
    const place = channelId ?? (await workspace.dataSets.find({ objectTypeId })).dataSet.channelId;
    return (await workspace.dataSets.update({ channelId: place, objectTypeId, name, ...given })).dataSet;
  }
  // The operation names what a new Data Set lacks.
  return (await workspace.dataSets.create({ channelId, name, ...given } as NewDataSet)).dataSet;
}

type NewDataSet = Parameters<Workspace['dataSets']['create']>[0];

function short({ objectTypeId, objectType, name, fields }: DataSet) {
  return { dataSet: { objectTypeId, objectType, name, fieldCount: fields.length } };
}
