import { WorkspaceError } from '../../../../schemas/errors.ts';
import type { BatchedRecord } from '../../../../schemas/records.ts';
import type { Context } from '../../operation/context.ts';
import type { Handlers } from '../../operation/handlers.ts';
import { once, orReplayed } from '../../operation/idempotency.ts';
import { writableDataSet } from '../data-set-access.ts';
import { applyBatch } from './apply.ts';
import { type Batch, preparedBatch, refuseCount } from './prepared.ts';

type Input = Batch & {
  readonly channelId: string;
  readonly objectTypeId: string;
  readonly idempotencyKey?: string | undefined;
};

interface Answer {
  records: BatchedRecord[];
}

/**
 * Everything that the fields decide is validated before the transaction, which others wait for. A transaction that meets
 * other fields is given up, and the batch is prepared again.
 */
export const batches: Pick<Handlers<'records'>, 'batch'> = {
  async batch(context, input) {
    refuseCount(input);
    const answer = await orReplayed(context, input.idempotencyKey, input, applied(context, input));
    context.indexer.wake();
    return answer;
  },
};

/** Thrown when the fields or an import have changed the Data Set since the batch was prepared. */
class Outdated extends WorkspaceError {
  constructor() {
    super(
      'unavailable',
      'This Data Set was changed by somebody else at the same moment; nothing was stored. Try again.',
    );
  }
}

const attempts = 3;

async function applied(context: Context, input: Input): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await appliedOnce(context, input);
    } catch (error) {
      if (!(error instanceof Outdated) || left === 1) throw error;
    }
  }
}

async function appliedOnce(context: Context, input: Input): Promise<Answer> {
  const { channelId, objectTypeId } = input;
  const dataSet = await context.database.read((db) => writableDataSet(db, context, channelId, objectTypeId));
  const prepared = await preparedBatch(context, dataSet, input);
  return once(context, input.idempotencyKey, input, async (tx) => {
    const now = await writableDataSet(tx, context, channelId, objectTypeId);
    if (now.revision !== dataSet.revision) throw new Outdated();
    return { records: await applyBatch(tx, context, now, prepared) };
  });
}
