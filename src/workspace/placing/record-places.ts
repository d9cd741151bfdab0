import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { selectAgent, type ViaRow } from '../../store/via.ts';
import { authorize, channelIsReadable, isLive, notFound, type Reader } from '../operation/access.ts';
import { readableChannelId, roleInChannelOf } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';

/** Where a record is, and through what it was changed last, if that is known. */
export interface RecordPlace extends ViaRow {
  readonly id: string;
  /** The number of its Data Set. */
  readonly dataSet: number;
  readonly channelId: string;
  readonly channelSlug: string;
}

/** A record that the caller can see, in the channel or in any channel. Throws `not_found`. */
export async function readableRecord(
  db: Db,
  context: Context,
  recordId: string,
  channel: string | null = null,
): Promise<RecordPlace> {
  const reader = readerOf(context.caller);
  const [place] = await findPlace(db, { ...reader, recordId, channel });
  if (place) return place;
  if (channel === null) throw notFound('record');
  const channelId = await readableChannelId(db, context, channel);
  const [named] = await findPlace(db, { ...reader, recordId, channel: channelId });
  if (!named) throw notFound('record');
  return named;
}

/** A record of a channel that the caller may write to. */
export async function writableRecord(db: Db, context: Context, recordId: string): Promise<RecordPlace> {
  const place = await readableRecord(db, context, recordId);
  const role = await roleInChannelOf(db, context, place.channelId);
  if (!role) throw notFound('record');
  authorize(context.caller, 'channel.write', { role });
  return place;
}

const findPlace = prepared((db, by: Reader & { recordId: string; channel: string | null }) =>
  db
    .selectFrom('records')
    .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .select([
      'records.id',
      'records.data_set as dataSet',
      'channels.id as channelId',
      'channels.slug as channelSlug',
      'records.interface',
      selectAgent('records.agent'),
    ])
    .where('records.id', '=', by.recordId)
    .where(({ cast, eb, or, val }) =>
      or([
        eb(cast(val(by.channel), 'text'), 'is', null),
        eb('channels.id', '=', by.channel),
        eb('channels.slug', '=', by.channel),
      ]),
    )
    .where(isLive('data_sets'))
    .where(channelIsReadable(by)),
);
