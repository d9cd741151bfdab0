import { invalidRequest, tooLarge } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { sizeOfFields } from './fields-size-sql.ts';

/** The shown size of a Data Set's fields, with their choices. */
export async function fieldsBytes(db: Db, dataSet: number): Promise<number> {
  const { bytes } = await sizeOfFields(db).where('data_set', '=', dataSet).executeTakeFirstOrThrow();
  return bytes;
}

/**
 * Refuses too many fields in an organisation. Each connection holds all columns of all tables, and reads them again
 * after every addition.
 */
export async function refuseManyFields(tx: Db, channelId: string, added: number): Promise<void> {
  if (added === 0) return;
  const { count } = await tx
    .selectFrom('data_sets')
    .innerJoin('data_set_fields', 'data_set_fields.data_set', 'data_sets.number')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', tx.selectFrom('channels').select('organization_id').where('id', '=', channelId))
    .executeTakeFirstOrThrow();
  if (count + added > limits.organizationFields)
    throw invalidRequest(
      '',
      `would make ${count + added} fields in all Data Sets of this organisation, which has at most ${limits.organizationFields}; use fewer fields`,
    );
}

/** Fields are shown with every Data Set, and those of a channel with the channel. */
export async function refuseLongFields(tx: Db, dataSet: number, channelId: string): Promise<void> {
  const own = await fieldsBytes(tx, dataSet);
  if (own > limits.fieldsBytes)
    throw tooLarge(
      limits.fieldsBytes,
      `The fields of this Data Set would come to ${own} bytes with their choices, more than ${limits.fieldsBytes}; use fewer or shorter choices, or a Data Set of its own for what they name.`,
    );
  const inChannel = tx.selectFrom('data_sets').select('number').where('channel_id', '=', channelId);
  const { bytes } = await sizeOfFields(tx).where('data_set', 'in', inChannel).executeTakeFirstOrThrow();
  if (bytes > limits.channelFieldsBytes)
    throw tooLarge(
      limits.channelFieldsBytes,
      `The fields of all Data Sets of this channel would come to ${bytes} bytes, more than ${limits.channelFieldsBytes}; make the Data Set in another channel.`,
    );
}
