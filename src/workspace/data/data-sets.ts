import { invalidRequest } from '../../../schemas/errors.ts';
import { type FieldChange, ownDataSet } from '../../../schemas/fields.ts';
import { newId } from '../../store/ids.ts';
import type { Db } from '../../store/tables.ts';
import { channelIsReadable, isLive } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { writableChannelId } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { dataSetAnywhere, readableDataSet, writableDataSet } from './data-set-access.ts';
import { dataSetNumbered, presentDataSet } from '../operation/data-set-catalogue.ts';
import { changeFields, newField } from './data-set-changes.ts';
import { emptyValuesIn } from './empty-values.ts';
import { dataSetExport } from './exports/exports.ts';
import { imports } from './imports/imports.ts';
import { changesByKeys } from './names/changed-fields.ts';
import { addDataSet } from './new-data-sets.ts';
import { once } from '../operation/idempotency.ts';

export const dataSets: Omit<Handlers<'dataSets'>, 'remove'> = {
  create: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { name, objectType, description } = input;
      const id = newId('ot');
      const fields = pointingTo(id, input.fields);
      const channelId = await writableChannelId(tx, context, input.channelId);
      await checkTargets(tx, context, fields, id);
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
      const fields = pointingTo(dataSet.id, changesByKeys(dataSet, input.fields ?? []));
      await checkTargets(tx, context, fields, dataSet.id);
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
  export: dataSetExport,
};

/** The fields with `self` resolved to the ID of their own Data Set. */
const pointingTo = <Input extends FieldChange>(own: string, fields: readonly Input[] = []): Input[] =>
  fields.map((field) =>
    field.options?.objectTypeId === ownDataSet ? { ...field, options: { ...field.options, objectTypeId: own } } : field,
  );

/** Record fields point into Data Sets that the caller can read. Their own may not be there yet. */
async function checkTargets(tx: Db, { caller }: Context, fields: readonly FieldChange[], own: string): Promise<void> {
  for (const [index, { options }] of fields.entries()) {
    const id = options?.objectTypeId;
    if (id === undefined || id === own) continue;
    const target = await tx
      .selectFrom('data_sets')
      .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
      .select('data_sets.id')
      .where('data_sets.id', '=', id)
      .where(isLive('data_sets'))
      .where(channelIsReadable(caller))
      .executeTakeFirst();
    if (!target)
      throw invalidRequest(
        `/fields/${index}/options/objectTypeId`,
        'names no Data Set, or one that is not shared with this account',
      );
  }
}
