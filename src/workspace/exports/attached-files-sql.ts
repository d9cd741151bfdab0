import { prepared } from '../../store/prepared.ts';

/** The IDs of files that are attached to records of a channel, each once, behind one of them. */
export const filesOnRecords = prepared((db, by: { channelId: string; after: string; take: number }) =>
  db
    .selectFrom('links')
    .select('resource_id as id')
    .distinct()
    .where('audience_id', '=', by.channelId)
    .where('resource_type', '=', 'file')
    .where('target_type', '=', 'record')
    .where('resource_id', '>', by.after)
    .orderBy('resource_id')
    .limit(by.take),
);
