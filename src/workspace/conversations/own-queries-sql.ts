import { sql } from 'kysely';
import type { Query } from '../../../schemas/queries.ts';
import type { Db } from '../../store/tables.ts';
import { isLive } from '../operation/access.ts';

interface OwnQueries {
  readonly userId: string;
  readonly status: Query['status'] | undefined;
  readonly before: string | undefined;
  readonly take: number;
}

/** The queries of a user, newest first. Those of a session in the trash are not shown. */
export function ownQueries(db: Db, { userId, status, before, take }: OwnQueries) {
  let query = db
    .selectFrom('queries')
    .innerJoin('sessions', 'sessions.id', 'queries.session_id')
    .select((eb) => [
      'queries.id',
      eb
        .case()
        .when(isLive('sessions'))
        .then(sql.lit(1 as const))
        .else(sql.lit(0 as const))
        .end()
        .as('is_shown'),
    ])
    .where('queries.user_id', '=', userId);
  if (status !== undefined) query = query.where('queries.status', '=', status);
  if (before !== undefined) query = query.where('queries.id', '<', before);
  return query.orderBy('queries.id', 'desc').limit(take).execute();
}
