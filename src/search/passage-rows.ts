import { engineOf } from '../store/engine.ts';
import { eachOf, prepared, preparedInsert } from '../store/prepared.ts';
import type { Db, IndexedType } from '../store/tables.ts';
import { Turn } from '../turns/turn.ts';
import { homeOfResource } from './homes-sql.ts';
import type { Queued } from './index-queue.ts';

/** Others have their turn after this many passages. Removing a passage takes as long as adding it. */
export const passagesAtOnce = 20;
export const passagesMovedAtOnce = 200;

export interface Indexed {
  readonly type: IndexedType;
  readonly id: string;
  /** Which state of the resource the text is; passages of other states are invisible and go away. */
  readonly versionId: string;
  readonly title: string;
  /** Where it is known already. */
  readonly home?: number;
}

const insertPassage = preparedInsert('passages');

/** While they are added, others have their turn between them. Returns whether there were any. */
export async function addPassages(tx: Db, resource: Indexed, bodies: Iterable<string>): Promise<boolean> {
  const { type, id, versionId, title } = resource;
  const home = resource.home ?? (await homeOfResource(tx, type, id));
  const turn = new Turn();
  let added = 0;
  for (const body of bodies) {
    const passage = { resource_type: type, resource_id: id, version_id: versionId, home, title, body };
    await insertPassage(tx, engineOf(tx).withTerms(passage));
    added += 1;
    await turn.yield();
  }
  return added > 0;
}

/** Removes a few stale passages. Returns whether those were all. */
export async function removeStalePassages(
  tx: Db,
  { id, versionId }: Pick<Indexed, 'id' | 'versionId'>,
): Promise<boolean> {
  const stale = tx
    .selectFrom('passages')
    .select('id')
    .where('resource_id', '=', id)
    .where('version_id', '!=', versionId)
    .limit(passagesAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('passages').where('id', 'in', stale).executeTakeFirstOrThrow();
  return numDeletedRows < passagesAtOnce;
}

export async function hasStalePassages(db: Db, { id, versionId }: Pick<Indexed, 'id' | 'versionId'>): Promise<boolean> {
  const stale = await db
    .selectFrom('passages')
    .select('id')
    .where('resource_id', '=', id)
    .where('version_id', '!=', versionId)
    .limit(1)
    .executeTakeFirst();
  return stale !== undefined;
}

/** The passage that stood for a text that was not read yet. */
export async function removeEmptyPassage(tx: Db, { id, versionId }: Indexed): Promise<void> {
  await tx
    .deleteFrom('passages')
    .where('resource_id', '=', id)
    .where('version_id', '=', versionId)
    .where('body', '=', '')
    .execute();
}

export const findPassages = prepared((db, by: { id: string }) =>
  db.selectFrom('passages').select('body').where('resource_id', '=', by.id).orderBy('id'),
);

/** The resource as its first passage names it. */
export async function indexedResource(
  tx: Db,
  { resource_id: id, version_id: versionId }: Queued,
): Promise<Indexed | undefined> {
  const first = await tx
    .selectFrom('passages')
    .select(['resource_type as type', 'title'])
    .where('resource_id', '=', id)
    .where('version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst();
  return first && { ...first, id, versionId };
}

export const somePassages = prepared((db, by: { ids: string }) =>
  db
    .selectFrom('passages')
    .select('resource_type as type')
    .where('resource_id', 'in', eachOf(by.ids))
    .limit(({ lit }) => lit(passagesAtOnce + 1)),
);

export const movePassages = prepared((db, by: { ids: string; goneId: string }) =>
  db
    .updateTable('passages')
    .set({ resource_id: by.goneId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('passages')
        .select('id')
        .where('resource_id', 'in', eachOf(by.ids))
        .limit(eb.lit(passagesMovedAtOnce)),
    )
    .returning('id'),
);

export const deletePassages = prepared((db, by: { ids: string }) =>
  db.deleteFrom('passages').where('resource_id', 'in', eachOf(by.ids)),
);
