import type { Calendar } from '../../time/dates.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context } from './context.ts';

const findZone = prepared((db, by: { id: string }) =>
  db.selectFrom('organizations').select('time_zone').where('id', '=', by.id),
);

/** The moment and time zone that a request of the caller is read by. */
export async function calendarOf(db: Db, { caller }: Context): Promise<Calendar> {
  const [organization] = await findZone(db, { id: caller.organizationId });
  return { now: Date.now(), timeZone: organization!.time_zone };
}
