import { sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { Turn } from '../../turns/turn.ts';
import { isAmongSome, removeSomeLinks } from './links-sql.ts';

/*
 * A link to a record gives readers of its channel access to what is attached. It is set aside while the record is in
 * the trash, so it grants nothing meanwhile.
 */

/** The columns of a link that are kept while it is set aside, in both tables. */
const keptColumns = [
  'resource_type',
  'resource_id',
  'audience_id',
  'resource_at',
  'data_set',
  'is_astray',
  'created_at',
  'created_by',
] as const;

/** Sets aside what is attached to records; `ids` as JSON. */
export async function setLinksAside(tx: Db, ids: string): Promise<void> {
  const turn = new Turn();
  do {
    await copySomeLinks(tx, { ids });
    await turn.yield();
  } while ((await removeSomeLinks(tx, { ids })).length === limits.rowsRemovedAtOnce);
}

/** The same rows that `removeSomeLinks` removes next. */
const copySomeLinks = prepared((db, by: { ids: string }) =>
  db
    .insertInto('trashed_links')
    .columns(['record_id', ...keptColumns])
    .expression(
      db
        .selectFrom('links')
        .select(['target_id', ...keptColumns])
        .where(isAmongSome(db, by.ids)),
    ),
);

/** Attaches again what was attached to a record. */
export async function putLinksBack(tx: Db, recordId: string): Promise<void> {
  const turn = new Turn();
  do {
    await restoreSomeLinks(tx, { recordId });
    await turn.yield();
  } while ((await deleteSomeTrashedLinks(tx, { recordId })).length === limits.rowsRemovedAtOnce);
}

const someTrashedLinks = (db: Db, recordId: string) =>
  db
    .selectFrom('trashed_links')
    .select('resource_id')
    .where('record_id', '=', recordId)
    .orderBy('resource_id')
    .limit(limits.rowsRemovedAtOnce);

const restoreSomeLinks = prepared((db, by: { recordId: string }) =>
  db
    .insertInto('links')
    .columns(['target_type', 'target_id', ...keptColumns])
    .expression(
      db
        .selectFrom('trashed_links')
        .select([sql.lit('record').as('target_type'), 'record_id', ...keptColumns])
        .where('record_id', '=', by.recordId)
        .where('resource_id', 'in', someTrashedLinks(db, by.recordId)),
    ),
);

/** The same rows that `restoreSomeLinks` restores. */
const deleteSomeTrashedLinks = prepared((db, by: { recordId: string }) =>
  db
    .deleteFrom('trashed_links')
    .where('record_id', '=', by.recordId)
    .where('resource_id', 'in', someTrashedLinks(db, by.recordId))
    .returning('resource_id'),
);
