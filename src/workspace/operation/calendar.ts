import type { Calendar } from '../../time/dates.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context } from './context.ts';

const findZone = prepared((db, by: { id: string }) =>
  db.selectFrom('organizations').select('time_zone').where('id', '=', by.id),
);

/** The moment and time zone that a request of the caller is read by. */
export async function calendarOf(db: Db, context: Context): Promise<Calendar> {
  const [organization] = await findZone(db, { id: context.caller.organizationId });
  return calendarIn(organization!.time_zone, context);
}

/** A calendar whose moment is that of its first use, which makes the answer one that depends on the time. */
export function calendarIn(timeZone: string, { onClock }: Pick<Context, 'onClock'>): Calendar {
  let now: number | undefined;
  return {
    timeZone,
    get now() {
      if (now === undefined) onClock();
      return (now ??= Date.now());
    },
  };
}
