import { WorkspaceError } from '../../../schemas/errors.ts';
import { type FieldChange, ownDataSet } from '../../../schemas/fields.ts';
import { mistaken } from '../../../schemas/mistakes.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { writableChannelId } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { dataSetAnywhere, readableDataSet, writableDataSet } from './data-set-access.ts';
import { dataSetIn, dataSetNumbered, presentDataSet } from '../operation/data-set-catalogue.ts';
import { changeFields, newField } from './data-set-changes.ts';
import { emptyValuesIn } from './empty-values.ts';
import { dataSetExport } from './exports/exports.ts';
import { imports } from './imports/imports.ts';
import { importPreviews } from './imports/previews.ts';
import { changesByKeys } from './names/changed-fields.ts';
import { ambiguousAt } from './names/refusals.ts';
import { addDataSet } from './new-data-sets.ts';
import { once } from '../operation/idempotency.ts';

export const dataSets: Omit<Handlers<'dataSets'>, 'remove'> = {
  create: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { name, objectType, description } = input;
      const id = newId('ot');
      const channelId = await writableChannelId(tx, context, input.channelId);
      const fields = await withTargets(tx, context, { id, channelId }, input.fields);
      const given = { id, channelId, name, objectType, description, fields: fields.map(newField) };
      const dataSet = await addDataSet(tx, context.caller, given);
      await audit(tx, context.caller, 'data_set.created', dataSet.id, { subjectId: channelId });
      return { dataSet: presentDataSet(dataSet) };
    }),

  get: (context, { channelId, objectTypeId }) =>
    context.database.read(async (db) => ({
      dataSet: presentDataSet(await readableDataSet(db, context, channelId, objectTypeId)),
    })),

  find: (context, { objectTypeId }) =>
    context.database.read(async (db) => {
      const dataSet = await dataSetAnywhere(db, context, objectTypeId);
      return { dataSet: { ...presentDataSet(dataSet), channelId: dataSet.channelId } };
    }),

  async update(context, input) {
    const emptyValues = await emptyValuesIn(context, input);
    const answer = await once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const dataSet = await writableDataSet(tx, context, input.channelId, input.objectTypeId);
      const fields = await withTargets(tx, context, dataSet, changesByKeys(dataSet, input.fields ?? []));
      await changeFields(tx, dataSet, fields, emptyValues);
      await tx
        .updateTable('data_sets')
        .set({
          name: input.name ?? dataSet.name,
          description: input.description ?? dataSet.description,
          updated_at: new Date().toISOString(),
          updated_by: caller.userId,
        })
        .where('number', '=', dataSet.number)
        .execute();
      await audit(tx, caller, 'data_set.updated', dataSet.id);
      return { dataSet: presentDataSet(await dataSetNumbered(tx, dataSet.number)) };
    });
    context.indexer.wake();
    return answer;
  },

  ...imports,
  ...importPreviews,
  export: dataSetExport,
};

/** Fields whose Data Sets are named by ID. A record field points to one that the caller can read, or to its own. */
async function withTargets<Input extends FieldChange>(
  tx: Db,
  context: Context,
  own: { readonly id: string; readonly channelId: string },
  fields: readonly Input[] = [],
): Promise<Input[]> {
  const found: Input[] = [];
  for (const [index, field] of fields.entries()) {
    const named = field.options?.objectTypeId;
    if (named === undefined) found.push(field);
    else {
      const path = `/fields/${index}/options/objectTypeId`;
      const objectTypeId = named === ownDataSet ? own.id : await targetOf(tx, context, own, named, path);
      found.push({ ...field, options: { ...field.options, objectTypeId } });
    }
  }
  return found;
}

/** The ID of the Data Set that has this ID, key in the channel, or unique name. */
async function targetOf(
  tx: Db,
  context: Context,
  own: { readonly id: string; readonly channelId: string },
  named: string,
  path: string,
): Promise<string> {
  if (named === own.id) return own.id;
  const here = await dataSetIn(tx, own.channelId, named);
  if (here) return here.id;
  try {
    return (await dataSetAnywhere(tx, context, named)).id;
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const { candidates } = error.extras;
    if (error.code === 'ambiguous') throw ambiguousAt(path, 'is the name of several Data Sets', candidates!);
    const message = 'names no Data Set, or one that is not shared with this account';
    throw mistaken('invalid_request', [{ path, message }], candidates ? { candidates } : {});
  }
}
