import { sql } from 'kysely';
import type { DiscussionRoot, ShownInChannel, SubjectType } from '../../../schemas/discussions.ts';
import type { Reactions } from '../../../schemas/posts.ts';
import { pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { readRows } from '../../store/data-tables/data-tables.ts';
import { eachOf, valuesOf } from '../../store/prepared.ts';
import { presentVia, selectAgent } from '../../store/via.ts';
import {
  artifactIsInChannel,
  artifactIsReadable,
  fileIsReadable,
  isAttached,
  notFound,
  postIsReadable,
  recordIsReadable,
  sessionIsVisible,
} from '../operation/access.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { presentShown as presentArtifact } from '../library/artifact-presenter.ts';
import { presentShown as presentFile } from '../library/file-presenter.ts';
import { findArtifact } from '../placing/feed-items.ts';
import { visibleMentions } from './mentions.ts';
import { reactionsTo } from './reactions.ts';
import { saidBy } from '../operation/said.ts';

/** The channel that something is shown in, or said in. */
export interface ChannelPlace {
  readonly id: string;
  readonly slug: string;
}

/** Something that a channel shows: its own post, its own or an attached artifact, an attached file or session. */
export interface Root<Type extends SubjectType = SubjectType> {
  readonly type: Type;
  readonly id: string;
}

interface Subject extends Root {
  /** The version of an artifact that is shown; otherwise null. */
  readonly versionId: string | null;
}

type Shown = ShownInChannel[SubjectType];

/** A root that the caller can see, in a channel that they can see. */
export async function rootIn<Type extends SubjectType>(
  db: Db,
  context: Context,
  channel: ChannelPlace,
  { type, id }: Root<Type>,
): Promise<Extract<DiscussionRoot, { type: Type }>> {
  const [artifact] = type === 'artifact' ? await findArtifact(db, { id }) : [];
  const subject = { type, id, versionId: artifact?.current_version_id ?? null };
  const root = (await shownInChannel(db, context, channel, [subject]))(subject);
  if (!root) throw notFound(`${type} in this channel`);
  return { type, ...root } as Extract<DiscussionRoot, { type: Type }>;
}

/**
 * Returns a lookup of what the channel shows for each subject, by one query for each kind. It gives undefined for
 * subjects outside the channel or not shared with the caller.
 */
export async function shownInChannel(
  db: Db,
  context: Context,
  channel: ChannelPlace,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => Shown | undefined> {
  if (subjects.length === 0) return () => undefined;
  const ids = [...new Set(subjects.map(({ id }) => id))];
  const discussed = await discussionsOf(db, context, channel.id, ids);
  const shown = new Map<string, Shown>();
  for (const [type, ofType] of Map.groupBy(subjects, (subject) => subject.type)) {
    const found = await load[type]({ db, context, channel, subjects: ofType, discussed });
    for (const [key, one] of found) shown.set(key, one);
  }
  return ({ id, versionId }) => shown.get(versionId ?? id);
}

interface Discussed {
  readonly replyCount: number;
  readonly reactions: Reactions;
}

/** How much is said of each of these in a channel. */
async function discussionsOf(db: Db, { caller }: Context, channelId: string, ids: readonly string[]) {
  const reactions = await reactionsTo(db, caller, channelId, ids);
  const rows = await db
    .selectFrom('discussions')
    .select(['root_id', 'comment_count'])
    .where('channel_id', '=', channelId)
    .where('root_id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  const counts = new Map(rows.map((row) => [row.root_id, row.comment_count]));
  return (id: string): Discussed => ({ replyCount: counts.get(id) ?? 0, reactions: reactions(id) });
}

interface Asked {
  readonly db: Db;
  readonly context: Context;
  readonly channel: ChannelPlace;
  readonly subjects: readonly Subject[];
  readonly discussed: (id: string) => Discussed;
}

const idsOf = ({ subjects }: Asked) => JSON.stringify(subjects.map(({ id }) => id));

const load: Record<SubjectType, (asked: Asked) => Promise<[key: string, shown: Shown][]>> = {
  async post(asked) {
    const { db, context, channel, discussed } = asked;
    const rows = await db
      .selectFrom(valuesOf(idsOf(asked)))
      .crossJoin('posts')
      .innerJoin('users as author', 'author.id', 'posts.author_id')
      .select(({ eb }) => [
        'posts.id',
        'posts.author_id',
        'posts.body',
        'posts.mentions',
        'posts.interface',
        selectAgent('posts.agent'),
        'posts.client_app',
        'posts.created_at',
        'author.name as author_name',
        eb.case().when('posts.version', '>', 1).then(eb.ref('posts.updated_at')).end().as('edited_at'),
      ])
      .whereRef('posts.id', '=', 'asked.value')
      .where('posts.channel_id', '=', channel.id)
      .where(postIsReadable(context.caller))
      .execute();
    const mentions = await visibleMentions(db, context.caller, rows);
    return rows.map((row, index) => {
      const { replyCount, reactions } = discussed(row.id);
      const url = pageUrl(context, pathInChannel(channel.slug, 'post', row.id));
      return [row.id, { ...saidBy(row, { mentions: mentions[index]!, reactions, url }), replyCount }];
    });
  },

  async artifact({ db, context, channel, subjects, discussed }) {
    const versionIds = subjects.flatMap(({ versionId }) => versionId ?? []);
    if (versionIds.length === 0) return [];
    const rows = await db
      .selectFrom(valuesOf(JSON.stringify(versionIds)))
      .crossJoin('artifact_versions as version')
      .crossJoin('artifacts')
      .innerJoin('users as updater', 'updater.id', 'version.created_by')
      .select([
        'artifacts.id',
        'artifacts.kind',
        'version.title',
        'version.id as version_id',
        'version.number as version_number',
        'version.size',
        'version.interface',
        selectAgent('version.agent'),
        'version.client_app',
        'version.created_at as updated_at',
        'version.created_by as updated_by',
        'updater.name as updater_name',
      ])
      .whereRef('version.id', '=', 'asked.value')
      .whereRef('artifacts.id', '=', 'version.artifact_id')
      .where(artifactIsInChannel(sql`${channel.id}`))
      .where(artifactIsReadable(context.caller))
      .execute();
    return rows.map((row) => [row.version_id, { ...presentArtifact(context, row), ...discussed(row.id) }]);
  },

  async file(asked) {
    const { db, context, channel, discussed } = asked;
    const rows = await db
      .selectFrom('files')
      .innerJoin('users as creator', 'creator.id', 'files.created_by')
      .select([
        'files.id',
        'files.file_name',
        'files.content_type',
        'files.size',
        'files.interface',
        selectAgent('files.agent'),
        'files.created_at',
        'files.created_by',
        'creator.name as creator_name',
      ])
      .where('files.id', 'in', eachOf(idsOf(asked)))
      .where(isAttached(sql.ref('files.id'), sql`${channel.id}`))
      .where(fileIsReadable(context.caller))
      .execute();
    return rows.map((row) => [row.id, { ...presentFile(context, row), ...discussed(row.id) }]);
  },

  async record(asked) {
    const { db, context, channel, discussed } = asked;
    const places = await db
      .selectFrom('records')
      .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
      .select(['records.id', 'data_sets.number', 'data_sets.id as objectTypeId'])
      .where('records.id', 'in', eachOf(idsOf(asked)))
      .where('data_sets.channel_id', '=', channel.id)
      .where(recordIsReadable(context.caller))
      .execute();
    const shown: [string, Shown][] = [];
    for (const [number, records] of Map.groupBy(places, (place) => place.number)) {
      const { objectTypeId } = records[0]!;
      const ids = JSON.stringify(records.map((record) => record.id));
      for (const { id, title, version } of await readRows(db, number, ids)) {
        const url = pageUrl(context, pathInChannel(channel.slug, 'record', id));
        shown.push([id, { id, objectTypeId, title, versionNumber: version, url, ...discussed(id) }]);
      }
    }
    return shown;
  },

  async session(asked) {
    const { db, context, channel, discussed } = asked;
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users as owner', 'owner.id', 'sessions.owner_id')
      .select([
        'sessions.id',
        'sessions.title',
        'sessions.owner_id',
        'sessions.interface',
        selectAgent('sessions.agent'),
        'owner.name as owner_name',
      ])
      .where('sessions.id', 'in', eachOf(idsOf(asked)))
      .where(isAttached(sql.ref('sessions.id'), sql`${channel.id}`))
      .where(sessionIsVisible(context.caller))
      .execute();
    return rows.map(({ id, title, owner_id, owner_name, ...through }) => [
      id,
      {
        id,
        title,
        owner: { id: owner_id, name: owner_name },
        ...presentVia(through),
        url: pageUrl(context, resourcePath('session', id)),
        ...discussed(id),
      },
    ]);
  },
};
