import type { Calendar } from '../query/dates.ts';
import type { Db } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import type { Context } from './context.ts';

const findOrganization = prepared((db, by: { id: string }) =>
  db.selectFrom('organizations').select('time_zone').where('id', '=', by.id),
);

/** The present moment in the time zone of the caller's organisation. */
export async function calendarOf(db: Db, { caller }: Pick<Context, 'caller'>): Promise<Calendar> {
  const [organization] = await findOrganization(db, { id: caller.organizationId });
  return { now: Date.now(), timeZone: organization!.time_zone };
}
