import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '../../../schemas/search.ts';
import { lastIdOf } from '../../store/ids.ts';
import {
  artifactIsInChannel,
  artifactIsReadable,
  fileIsReadable,
  isAttached,
  isLive,
  postIsReadable,
  readableChannels,
  type Reader,
} from './access.ts';

/** Among what is searched. */
export interface Scope {
  readonly reader: Reader;
  readonly types: readonly SearchType[];
  readonly channelId: string | undefined;
  /** Whether sessions are found that hold one question and its answer at most. */
  readonly withQuestions: boolean;
}

/** Whether a session carries more than somebody's question and its answer. */
export const carriesMore = sql`(sessions.message_count not between 1 and 2)`;

/** All kinds but records, of which there is one list for each Data Set. */
export type ListedType = Exclude<SearchType, 'record'>;

/**
 * SQL for each searchable kind: shown columns, current version, what the reader may find. It also tells what belongs to
 * a channel, and what existed at a time.
 */
interface Kind {
  readonly columns: RawBuilder<unknown>;
  readonly versionId: RawBuilder<unknown>;
  readonly isFound: (reader: Reader) => RawBuilder<unknown>;
  readonly isIn: (channelId: string) => RawBuilder<unknown>;
  readonly wasThere: (at: string) => RawBuilder<unknown>;
}

const kinds: Record<SearchType, Kind> = {
  artifact: {
    columns: sql`'artifact' as type, artifacts.id, artifacts.updated_at as at`,
    versionId: sql.ref('artifacts.current_version_id'),
    isFound: artifactIsReadable,
    isIn: (channelId) => artifactIsInChannel(sql`${channelId}`),
    wasThere: (at) => sql`artifacts.created_at <= ${at}`,
  },
  file: {
    columns: sql`'file' as type, files.id, files.created_at as at`,
    versionId: sql.ref('files.text_version_id'),
    isFound: fileIsReadable,
    isIn: (channelId) => isAttached(sql.ref('files.id'), sql`${channelId}`),
    wasThere: (at) => sql`files.created_at <= ${at}`,
  },
  session: {
    columns: sql`'session' as type, sessions.id, sessions.updated_at as at`,
    versionId: sql.ref('sessions.id'),
    // Only one's own are found (CONTRACT section 5), although readers of a channel may read what is shared there.
    isFound: ({ userId }) => sql`(sessions.owner_id = ${userId} and ${isLive('sessions')})`,
    isIn: (channelId) => isAttached(sql.ref('sessions.id'), sql`${channelId}`),
    wasThere: (at) => sql`sessions.created_at <= ${at}`,
  },
  /** When a record was changed its Data Set knows; passages there are only of its current version. */
  record: {
    columns: sql`'record' as type, records.id, null as at`,
    versionId: sql.ref('hit.version_id'),
    isFound: (reader) => sql`records.data_set in (
      select data_sets.number from (${readableChannels(reader)}) as channel
      cross join data_sets on data_sets.channel_id = channel.id and ${isLive('data_sets')})`,
    isIn: (channelId) => sql`records.data_set in (
      select data_sets.number from data_sets where data_sets.channel_id = ${channelId})`,
    wasThere: (at) => sql`records.id <= ${lastIdOf('rec', Date.parse(at))}`,
  },
  post: {
    columns: sql`'post' as type, posts.id, posts.updated_at as at`,
    versionId: sql`cast(posts.version as text)`,
    isFound: postIsReadable,
    isIn: (channelId) => sql`posts.channel_id = ${channelId}`,
    wasThere: (at) => sql`posts.created_at <= ${at}`,
  },
};

/** The version by whose text a resource is found. */
export const versionOf = (type: SearchType): RawBuilder<unknown> => kinds[type].versionId;

export const isInChannel = (type: SearchType, channelId: string): RawBuilder<unknown> => kinds[type].isIn(channelId);

export const isFoundBy = (type: SearchType, reader: Reader): RawBuilder<unknown> => kinds[type].isFound(reader);

/**
 * The rows of the table `hit` that belong to the scope, with these columns. It looks up each resource by its ID and
 * never scans all that the reader may find.
 */
export const readableHits = (
  { reader, types, channelId, withQuestions }: Scope,
  kept: RawBuilder<unknown>,
  at: string | undefined,
): RawBuilder<unknown> =>
  sql.join(
    types.map((type) => {
      const { columns, versionId, isFound, isIn, wasThere } = kinds[type];
      const resource = sql.table(`${type}s`);
      return sql`select ${columns}, ${kept}
        from hit cross join ${resource} on ${resource}.id = hit.resource_id and ${versionId} = hit.version_id
        where hit.resource_type = ${type} and ${isFound(reader)}
          ${type === 'session' && !withQuestions ? sql`and ${carriesMore}` : sql``}
          ${channelId === undefined ? sql`` : sql`and ${isIn(channelId)}`} ${at === undefined ? sql`` : sql`and ${wasThere(at)}`}`;
    }),
    sql` union all `,
  );
