import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { preparedShapes } from '../../store/prepared.ts';
import { hasManyChannels, type Reader, readableChannels } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { thePerson } from '../operation/newest-sql.ts';
import { readerOf } from '../operation/reader.ts';

interface Asked extends Reader {
  readonly after: number;
  readonly most: number;
  readonly channelId?: string | undefined;
}

/** Sorts behind every number. */
const end = sql.lit(Number.MAX_SAFE_INTEGER);

/** The next numbers that the reader sees, in order. No audience is followed further than these go. */
export async function nextNumbers(
  db: Db,
  context: Context,
  after: number,
  channelId: string | undefined,
): Promise<number[]> {
  const asked = { ...readerOf(context.caller), after, most: limits.activityStretch, channelId };
  if (channelId !== undefined || !(await hasManyChannels(db, asked)))
    return (await findNumbers(db, asked)).map(({ number }) => number);
  const rows = await context.scan(merged(asked).compile(db), { rows: Number.POSITIVE_INFINITY });
  return rows.map(([number]) => Number(number));
}

/** Merges the changes of audiences by taking the next one of all, again and again. */
function merged(asked: Asked): RawBuilder<{ number: number }> {
  const audiences =
    asked.channelId === undefined
      ? sql`select id from (${readableChannels(asked)}) union all select id from (${thePerson(asked)})`
      : sql`select ${asked.channelId} as id`;
  const next = (audience: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`ifnull((
    select min(number) from change_audiences where audience = ${audience} and number > ${after}), ${end})`;
  return sql`
    with recursive found(audience, number) as (
      select id, ${next(sql`seeing.id`, sql`${asked.after}`)} from (${audiences}) as seeing
      union all
      select audience, ${next(sql`found.audience`, sql`found.number`)} from found where number < ${end}
      order by 2 limit ${asked.most})
    select number from found where number < ${end}`;
}

const findNumbers = preparedShapes<Asked, { number: number }>((db, asked) => ({
  compile: () => merged(asked).compile(db),
}));
