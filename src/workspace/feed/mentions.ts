import { mistaken } from '../../../schemas/mistakes.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Candidate, FieldError } from '../../../schemas/problem-extras.ts';
import type { Mentions } from '../../../schemas/posts.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, valuesOf } from '../../store/prepared.ts';
import { channelsNamed } from '../channels/channels-sql.ts';
import { channelIsReadable, isLive, type Reader, viewIsLive } from '../operation/access.ts';
import { candidatesOf, mayBeName, type Named } from '../operation/names/names.ts';
import { peopleNamedLike } from '../operation/names/people-sql.ts';

const names = ['mentionedUserIds', 'mentionedChannelIds', 'mentionedDataSetIds', 'mentionedViewIds'] as const;

/** The four arrays as they are stored, without duplicates. An absent array keeps its previous value. */
export function mentionsOf(given: Partial<Mentions>, before?: Mentions): Mentions {
  return Object.fromEntries(names.map((name) => [name, [...new Set(given[name] ?? before?.[name])]])) as Mentions;
}

/** The mentions stored in a row. */
export const storedMentions = ({ mentions }: { readonly mentions: string }): Mentions =>
  JSON.parse(mentions) as Mentions;

/** Refuses a mention of what the caller cannot see, naming each by its place. An edit keeps colleagues who were removed since. */
export async function checkMentions(
  db: Db,
  reader: Reader,
  channelId: string,
  given: Partial<Mentions>,
  before?: Mentions,
): Promise<void> {
  const mistakes: FieldError[] = [];
  let candidates: Candidate[] = [];
  for (const name of names) {
    const ids = given[name] ?? [];
    if (ids.length === 0) continue;
    const place = { channelId, before: before?.[name] ?? [] };
    const found = new Set((await mentionable[name](db, reader, ids, place).execute()).map(({ id }) => id));
    ids.forEach((id, index) => {
      if (!found.has(id))
        mistakes.push({ path: `/${name}/${index}`, message: 'is unknown, or not shared with this account' });
    });
    const unknown = ids.filter((id) => !found.has(id) && mayBeName(id.replace(sign, '')));
    for (const given of unknown.slice(0, namesTried))
      if (candidates.length === 0) candidates = await nearest(db, reader, channelId, { name, given });
  }
  if (mistakes.length > 0) throw mistaken('invalid_request', mistakes, candidates.length > 0 ? { candidates } : {});
}

/** Things that the caller may see, named like a mention that is not an ID. Views and Data Sets are of this channel. */
async function nearest(
  db: Db,
  reader: Reader,
  channelId: string,
  { name, given }: { readonly name: keyof Mentions; readonly given: string },
): Promise<Candidate[]> {
  const sought = given.replace(sign, '');
  for (const beginning of new Set([sought, begun(sought, 3), begun(sought, 1)])) {
    const found = await namedLike[name](db, { ...reader, channelId, name: beginning });
    if (found.length > 0) return candidatesOf(found);
  }
  return [];
}

/** Unknown names of a list whose nearest things are sought until some are found. */
const namesTried = 3;
/** People write a mention as they see it. */
const sign = /^[@#]/;

const begun = (text: string, characters: number): string => Array.from(text).slice(0, characters).join('');

type Sought = Reader & { readonly channelId: string; readonly name: string };

const namedLike: {
  readonly [Name in keyof Mentions]: (db: Db, by: Sought) => Promise<readonly Omit<Named, 'isExact'>[]>;
} = {
  mentionedUserIds: peopleNamedLike,
  mentionedChannelIds: channelsNamed,
  mentionedDataSetIds: (db, { channelId }) =>
    db
      .selectFrom('data_sets')
      .select(['id', 'object_type as key', 'name'])
      .where('channel_id', '=', channelId)
      .where(isLive('data_sets'))
      .orderBy('name')
      .limit(limits.candidates)
      .execute(),
  mentionedViewIds: (db, { channelId }) =>
    db
      .selectFrom('views')
      .innerJoin('data_sets', 'data_sets.number', 'views.data_set')
      .select(['views.id', 'views.slug as key', 'views.name'])
      .where('views.channel_id', '=', channelId)
      .where(viewIsLive)
      .orderBy('views.name')
      .limit(limits.candidates)
      .execute(),
};

/** The mentions of each row as far as the reader may see what is mentioned. Colleagues are seen by all. */
export async function visibleMentions(
  db: Db,
  reader: Reader,
  rows: readonly { readonly mentions: string }[],
): Promise<Mentions[]> {
  const all = rows.map(storedMentions);
  const seen = async (
    find: (db: Db, reader: Reader, ids: string[]) => { execute(): Promise<{ id: string }[]> },
    mentioned: string[],
  ) => {
    const ids = [...new Set(mentioned)];
    return new Set(ids.length === 0 ? [] : (await find(db, reader, ids).execute()).map(({ id }) => id));
  };
  const channels = await seen(
    readableChannels,
    all.flatMap((mentions) => mentions.mentionedChannelIds),
  );
  const views = await seen(
    readableViews,
    all.flatMap((mentions) => mentions.mentionedViewIds),
  );
  const dataSets = await seen(
    liveDataSets,
    all.flatMap((mentions) => mentions.mentionedDataSetIds),
  );
  return all.map((mentions) => ({
    ...mentions,
    mentionedDataSetIds: mentions.mentionedDataSetIds.filter((id) => dataSets.has(id)),
    mentionedChannelIds: mentions.mentionedChannelIds.filter((id) => channels.has(id)),
    mentionedViewIds: mentions.mentionedViewIds.filter((id) => views.has(id)),
  }));
}

type Find = (
  db: Db,
  reader: Reader,
  ids: readonly string[],
  place: { readonly channelId: string; readonly before: readonly string[] },
) => { execute(): Promise<{ id: string }[]> };

/** All who read a channel see its Data Sets, and only these are mentioned there. */
const liveDataSets = (db: Db, _reader: Reader, ids: readonly string[]) =>
  db
    .selectFrom('data_sets')
    .select('id')
    .where('id', 'in', eachOf(JSON.stringify(ids)))
    .where(isLive('data_sets'));

const readableChannels = (db: Db, reader: Reader, ids: readonly string[]) =>
  db
    .selectFrom(valuesOf(JSON.stringify(ids)))
    .crossJoin('channels')
    .select('channels.id')
    .whereRef('channels.id', '=', 'asked.value')
    .where(channelIsReadable(reader));

const readableViews = (db: Db, reader: Reader, ids: readonly string[]) =>
  db
    .selectFrom(valuesOf(JSON.stringify(ids)))
    .crossJoin('views')
    .crossJoin('data_sets')
    .crossJoin('channels')
    .select('views.id')
    .whereRef('views.id', '=', 'asked.value')
    .whereRef('data_sets.number', '=', 'views.data_set')
    .whereRef('channels.id', '=', 'views.channel_id')
    .where(viewIsLive)
    .where(channelIsReadable(reader));

/** Selects the IDs that may be mentioned in a channel. */
const mentionable: { readonly [Name in keyof Mentions]: Find } = {
  mentionedUserIds: (db, { organizationId }, ids, { before }) =>
    db
      .selectFrom(valuesOf(JSON.stringify(ids)))
      .crossJoin('users')
      .select('users.id')
      .whereRef('users.id', '=', 'asked.value')
      .where('users.organization_id', '=', organizationId)
      .where((eb) => eb.or([eb('users.removed_at', 'is', null), eb('users.id', 'in', eachOf(JSON.stringify(before)))])),
  mentionedChannelIds: readableChannels,
  mentionedDataSetIds: (db, reader, ids, { channelId }) =>
    liveDataSets(db, reader, ids).where('channel_id', '=', channelId),
  mentionedViewIds: readableViews,
};
