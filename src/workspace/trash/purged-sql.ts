import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';

interface Purging {
  readonly id: string;
  readonly organizationId: string;
  readonly by: string;
}

/** Nothing in the trash can be restored once this is committed. */
export async function beginPurge(tx: Db, purging: Purging): Promise<void> {
  await startPurge(tx, purging);
  await notePurged(tx, purging);
}

const startPurge = prepared((db, by: { id: string }) =>
  db.updateTable('trash').set({ is_purging: 1 }).where('id', '=', by.id),
);

/** Notes something as purged, because fields of records may still hold its ID. */
export const notePurged = prepared((db, by: Purging) =>
  db
    .insertInto('purged')
    .values({ id: by.id, organization_id: by.organizationId, purged_by: by.by })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Whether the user has purged this already. */
export const findPurged = prepared((db, by: { id: string; userId: string }) =>
  db.selectFrom('purged').select('id').where('id', '=', by.id).where('purged_by', '=', by.userId),
);

/** The next entry that is being purged. */
export const findPurging = prepared((db, _by: object) =>
  db.selectFrom('trash').selectAll().where('is_purging', '=', 1).limit(1),
);

export const findPurge = prepared((db, by: { id: string }) =>
  db.selectFrom('trash').selectAll().where('id', '=', by.id).where('is_purging', '=', 1),
);

/** Some entries that have been in the trash since before a time. */
export const findOutdated = (db: Db, before: string) =>
  db
    .selectFrom('trash')
    .select(['id', 'organization_id', 'type', 'trashed_by'])
    .where('is_purging', '=', 0)
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(50)
    .execute();
