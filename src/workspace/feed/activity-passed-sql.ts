import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { engineOf } from '../../store/engine.ts';
import { eachOf, preparedShapes } from '../../store/prepared.ts';
import type { ScannedRow } from '../../store/scan.ts';
import type { Db } from '../../store/tables.ts';
import { hasManyChannels, type Reader } from '../operation/access.ts';
import { beginning } from '../operation/activity-sql.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { type Noted, notedOf, ofOne, ofSeveral, placesOf } from './activity-page-sql.ts';

/** Events above a number and up to another. */
interface Range {
  readonly channelId?: string | undefined;
  readonly above: number;
  readonly upTo: number;
}

/** Filters that columns of an event answer. */
export interface ColumnFilters {
  /** A JSON array of how the IDs of changed things begin. */
  readonly beginnings?: string | undefined;
  readonly actorId?: string | undefined;
  readonly agent?: string | undefined;
  readonly isAgent?: 'yes' | 'no' | undefined;
}

/** The events of a range that a reader sees. One with several audiences counts several times. */
interface Passed {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

type Asked = Range & ColumnFilters & Reader;

/** Counts the events of a range that the reader sees, up to one more than `limits.activityPassed`. */
export async function passedIn(db: Db, context: Context, range: Range): Promise<Passed> {
  const [passed] = await read(db, context, range, countPassed, ([count, first, last]) => ({
    count: Number(count),
    first: Number(first),
    last: Number(last),
  }));
  return passed!;
}

/** The events of a range that the filters may leave, in no order. */
export const leftIn = (db: Db, context: Context, range: Range & ColumnFilters): Promise<Noted[]> =>
  read(db, context, range, selectLeft, notedOf);

/** A statement here, or elsewhere for a reader of many channels. */
async function read<Row>(
  db: Db,
  context: Context,
  range: Range & ColumnFilters,
  statement: Statement<Row>,
  rowOf: (row: ScannedRow) => Row,
): Promise<Row[]> {
  const asked = { ...readerOf(context.caller), ...range };
  if (range.channelId !== undefined || !(await hasManyChannels(db, asked))) return statement.here(db, asked);
  const rows = await context.scan(statement.of(db, asked).compile(db), { rows: Number.POSITIVE_INFINITY });
  return rows.map(rowOf);
}

interface Statement<Row> {
  readonly of: (db: Db, asked: Asked) => RawBuilder<Row>;
  readonly here: (db: Db, asked: Asked) => Promise<Row[]>;
}

const statement = <Row>(of: Statement<Row>['of']): Statement<Row> => ({
  of,
  here: preparedShapes<Asked, Row>((db, asked) => ({ compile: () => of(db, asked).compile(db) })),
});

const countPassed = statement<Passed>(
  (db, asked) => sql`
    select count(*) as count, min(number) as first, max(number) as last from (
      select event.number from ${ofOneAudience(db, asked)}
      union all select told.event from ${ofSeveralAudiences(asked)}
      limit ${limits.activityPassed + 1}) as passed`,
);

const selectLeft = statement<Noted>(
  (db, asked) => sql`
    select event.number as key, ${sql.lit(ofOne)} as source, reading.id as place, 1 as "isListed"
      from ${ofOneAudience(db, asked)} where ${mayBeLeft(asked)}
    union all
    select told.event, ${sql.lit(ofSeveral)}, reading.id, 1
      from ${ofSeveralAudiences(asked)} and exists (
        select 1 from audit_events as event where event.number = told.event and ${mayBeLeft(asked)})`,
);

const reading = (asked: Asked): RawBuilder<unknown> => sql`(${placesOf(asked)}) as reading`;

const ofOneAudience = (db: Db, asked: Asked): RawBuilder<unknown> => sql`
  ${reading(asked)} cross join ${engineOf(db).eventsOf(sql`reading.id`, sql`${asked.above}`, sql`${asked.upTo}`)}`;

const ofSeveralAudiences = (asked: Asked): RawBuilder<unknown> => sql`
  ${reading(asked)} cross join change_audiences as told
  where told.audience = reading.id and told.event > ${asked.above} and told.event <= ${asked.upTo}`;

function mayBeLeft({ beginnings, actorId, agent, isAgent }: ColumnFilters): RawBuilder<boolean> {
  const conditions = [
    beginnings !== undefined && sql`substr(event.resource_id, 1, ${sql.lit(beginning)}) in ${eachOf(beginnings)}`,
    actorId !== undefined && sql`event.user_id = ${actorId}`,
    agent !== undefined && sql`event.agent in (select number from agents where name = ${agent})`,
    isAgent !== undefined && sql`(event.agent is not null or event.interface = 'mcp') = (${isAgent} = 'yes')`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  );
}
