import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../store/tables.ts';
import { engineOf } from '../../store/engine.ts';
import { prepared, preparedShapes } from '../../store/prepared.ts';
import { selectAgent } from '../../store/via.ts';
import { artifactIsReadable, hasManyChannels, type Reader, readableChannels } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { merged } from '../operation/newest-sql.ts';
import type { MergedKey, Source } from '../../store/merged-lists.ts';
import type { ScannedRow } from '../../store/scan.ts';
import { readerOf } from '../operation/reader.ts';

/** The part of what a reader sees that they follow: all their audiences, or one channel. */
export interface Followed {
  readonly channelId?: string | undefined;
  /** Present to go from the newest event to the oldest. */
  readonly isBackward?: true | undefined;
}

interface Stretch extends Followed {
  readonly after: number;
  readonly most: number;
}

type Asked = Omit<Stretch, 'isBackward'> & Reader & { readonly isBackward?: 1 | undefined };

/** An event's number, and for which of the reader's audiences it was noted. */
export type Noted = MergedKey<number>;

/**
 * The next events for a reader, in the order of commits or against it. An event with several audiences may come several
 * times.
 */
export async function nextEvents(db: Db, context: Context, stretch: Stretch): Promise<Noted[]> {
  const { isBackward, ...others } = stretch;
  const asked: Asked = { ...readerOf(context.caller), ...others, ...(isBackward && { isBackward: 1 }) };
  if (stretch.channelId !== undefined || !(await hasManyChannels(db, asked))) return findEvents(db, asked);
  const rows = await context.scan(eventsFor(db, asked).compile(db), { rows: Number.POSITIVE_INFINITY });
  return rows.map(notedOf);
}

/** A noted event in a row that was scanned. */
export const notedOf = ([key, source, place]: ScannedRow): Noted => ({
  key: Number(key),
  source: Number(source),
  place: String(place),
  isListed: 1,
});

/** The number of the newest event that may be of an organization. Later ones have greater numbers. */
export async function newestEventOf(db: Db, organizationId: string): Promise<number> {
  const newest = engineOf(db).newestEvent(sql`${organizationId}`);
  return (await db.selectNoFrom(newest.as('number')).executeTakeFirstOrThrow()).number ?? 0;
}

/** The number of the newest event. On a server an event with a lower one may be committed later. */
export async function newestEvent(db: Db): Promise<number> {
  const newest = db.selectFrom('audit_events').select((eb) => eb.fn.max('number').as('number'));
  return (await newest.executeTakeFirst())?.number ?? 0;
}

const eventsFor = (db: Db, asked: Asked): RawBuilder<Noted> =>
  merged<number>(db, {
    sources: sourcesOf(db, asked),
    from: sql`${asked.after}`,
    order: orderOf(asked),
    most: asked.most,
  });

const findEvents = preparedShapes<Asked, Noted>((db, asked) => ({ compile: () => eventsFor(db, asked).compile(db) }));

/** In `sourcesOf`, the events for one audience, and those for several. */
export const ofOne = 0;
export const ofSeveral = 1;

const orderOf = ({ isBackward }: Asked) => (isBackward ? 'desc' : 'asc');

/** The audiences to look for. */
export const placesOf = (asked: Reader & Pick<Followed, 'channelId'>): RawBuilder<unknown> =>
  asked.channelId === undefined
    ? sql`${readableChannels(asked)} union all select ${asked.userId} union all select ${asked.organizationId}`
    : sql`select ${asked.channelId} as id`;

function sourcesOf(db: Db, asked: Asked): Source[] {
  const { isBackward } = asked;
  const places = placesOf(asked);
  return [
    {
      places,
      next: (place, key) => engineOf(db).nextEvent(place, key, orderOf(asked)),
    },
    {
      places,
      next: (place, key) =>
        isBackward
          ? sql`select max(event) from change_audiences where audience = ${place} and event < ${key}`
          : sql`select min(event) from change_audiences where audience = ${place} and event > ${key}`,
    },
  ];
}

/**
 * The events that the reader sees, in order, once for each audience. Outside its home, only its own readers see what
 * happens to an artifact: an attachment, a comment, a reaction.
 */
export const eventsSeen = prepared((db, by: Reader & { noted: string }) =>
  db
    .selectFrom(
      sql<{ number: number; source: number; audience: string }>`(select cast(value ->> 'key' as integer) as number,
        cast(value ->> 'source' as integer) as source, value ->> 'place' as audience from json_each(${by.noted}))`.as(
        'noted',
      ),
    )
    .crossJoin('audit_events as event')
    .innerJoin('users as actor', 'actor.id', 'event.user_id')
    .select([
      'event.number',
      'noted.audience',
      'event.at',
      'event.user_id as actorId',
      'actor.name as actorName',
      'event.interface',
      selectAgent('event.agent'),
      'event.resource_id as resourceId',
      'event.subject_id as subjectId',
      'event.action',
    ])
    .whereRef('event.number', '=', 'noted.number')
    .where(
      sql<boolean>`(
        (noted.source = ${sql.lit(ofSeveral)} and not exists (select 1 from change_audiences as told
          where told.audience = noted.audience and told.event = noted.number and told.is_attached = 1))
        or ${artifactId} is null
        or exists (select 1 from artifacts where artifacts.id = ${artifactId} and ${artifactIsReadable(by)}))`,
    )
    .orderBy('event.number'),
);

/** The artifact that an event is about, if it is about one. */
const artifactId = sql`case
  when substr(event.resource_id, 1, 4) = 'art_' then event.resource_id
  when substr(event.subject_id, 1, 4) = 'art_' then event.subject_id end`;
