import type { BatchedRecord } from '../../../../schemas/records.ts';
import type { Context } from '../../operation/context.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { once, orReplayed } from '../../operation/idempotency.ts';
import { writableDataSet } from '../data-set-access.ts';
import { batchByKeys, toldAsWritten } from '../names/by-keys.ts';
import { lookUpBy } from '../names/people-names.ts';
import { applyBatch } from './apply.ts';
import { Outdated, unlessOutdated } from './attempts.ts';
import { updateMany } from './by-filter.ts';
import { type Batch, preparedBatch, refuseCount } from './prepared.ts';

type Input = Batch & {
  readonly channelId: string;
  readonly objectTypeId: string;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Everything that the fields decide is validated before the transaction, which others wait for. A transaction that meets
 * other fields is given up, and the batch is prepared again.
 */
export const batches: Pick<Handlers<'records'>, 'batch' | 'updateMany'> = {
  async batch(context, input) {
    refuseCount(input);
    const applied = unlessOutdated(() => appliedOnce(context, input));
    const answer = await orReplayed(context, input.idempotencyKey, input, applied);
    context.indexer.wake();
    return answer;
  },

  async updateMany(context, input) {
    const applied = unlessOutdated(() => updateMany(context, input));
    const answer = await orReplayed(context, input.idempotencyKey, input, applied);
    context.indexer.wake();
    return answer;
  },
};

async function appliedOnce(context: Context, input: Input): Promise<{ records: BatchedRecord[] }> {
  const { channelId, objectTypeId } = input;
  const dataSet = await context.database.read((db) => writableDataSet(db, context, channelId, objectTypeId));
  return toldAsWritten(await batchByKeys(dataSet, lookUpBy(context), input), async (batch, unknown) => {
    const prepared = await preparedBatch(context, dataSet, batch, unknown);
    return once(context, input.idempotencyKey, input, async (tx) => {
      const now = await writableDataSet(tx, context, dataSet.channelId, dataSet.id);
      if (now.revision !== dataSet.revision) throw new Outdated();
      return { records: await applyBatch(tx, context, now, prepared) };
    });
  });
}
