import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '../../schemas/search.ts';
import { lastIdOf } from '../store/ids.ts';
import { artifactIsReadable, dataSetIsReadable, fileIsReadable, postIsReadable, type Reader } from './access.ts';

/** Among what is searched. */
export interface Scope {
  readonly reader: Reader;
  readonly types: readonly SearchType[];
  readonly channelId: string | undefined;
}

/**
 * Each kind of resource that can be found: what a result shows of it, which version is current, what of it the reader may
 * find, what belongs to a channel and where that is listed, each once, and which of them there were at a time.
 */
interface Kind {
  readonly columns: RawBuilder<unknown>;
  readonly versionId: RawBuilder<unknown>;
  readonly isFound: (reader: Reader) => RawBuilder<unknown>;
  readonly isIn: (channelId: string) => RawBuilder<unknown>;
  readonly wasThere: (at: string) => RawBuilder<unknown>;
}

interface ListedKind extends Kind {
  readonly listedIn: (channelId: string) => readonly RawBuilder<unknown>[];
}

const kinds: Record<ListedType, ListedKind> & Record<'record', Kind> = {
  artifact: {
    columns: sql`'artifact' as type, artifacts.id, artifacts.updated_at as at`,
    versionId: sql.ref('artifacts.current_version_id'),
    isFound: artifactIsReadable,
    isIn: (channelId) =>
      sql`(artifacts.channel_id = ${channelId} or ${isAttached(sql.ref('artifacts.id'), channelId)})`,
    listedIn: (channelId) => [
      sql`artifacts where artifacts.channel_id = ${channelId}`,
      sql`${attached('artifact', channelId)} and artifacts.channel_id is not ${channelId}`,
    ],
    wasThere: (at) => sql`artifacts.created_at <= ${at}`,
  },
  file: {
    columns: sql`'file' as type, files.id, files.created_at as at`,
    versionId: sql.ref('files.id'),
    isFound: fileIsReadable,
    isIn: (channelId) => isAttached(sql.ref('files.id'), channelId),
    listedIn: (channelId) => [attached('file', channelId)],
    wasThere: (at) => sql`files.created_at <= ${at}`,
  },
  session: {
    columns: sql`'session' as type, sessions.id, sessions.updated_at as at`,
    versionId: sql.ref('sessions.id'),
    isFound: ({ userId }) => sql`sessions.owner_id = ${userId}`,
    isIn: (channelId) => isAttached(sql.ref('sessions.id'), channelId),
    listedIn: (channelId) => [attached('session', channelId)],
    wasThere: (at) => sql`sessions.created_at <= ${at}`,
  },
  /** When a record was changed its Data Set knows; passages there are only of its current version. */
  record: {
    columns: sql`'record' as type, records.id, null as at`,
    versionId: sql.ref('hit.version_id'),
    isFound: (reader) => sql`records.data_set in (
      select data_sets.number from data_sets where ${dataSetIsReadable(reader)})`,
    isIn: (channelId) => sql`records.data_set in (
      select data_sets.number from data_sets where data_sets.channel_id = ${channelId})`,
    wasThere: (at) => sql`records.id <= ${lastIdOf('rec', Date.parse(at))}`,
  },
  post: {
    columns: sql`'post' as type, posts.id, posts.updated_at as at`,
    versionId: sql`cast(posts.version as text)`,
    isFound: postIsReadable,
    isIn: (channelId) => sql`posts.channel_id = ${channelId}`,
    listedIn: (channelId) => [sql`posts where posts.channel_id = ${channelId}`],
    wasThere: (at) => sql`posts.created_at <= ${at}`,
  },
};

/** By their IDs: left to itself, SQLite looks for each among all that were changed before a time. */
const attached = (type: ListedType, channelId: string) => sql`
  links cross join ${tableOf(type)} indexed by ${sql.ref(`sqlite_autoindex_${type}s_1`)} on ${tableOf(type)}.id = links.resource_id
  where links.target_type = 'channel' and links.target_id = ${channelId} and links.resource_type = ${type}`;

const isAttached = (resourceId: RawBuilder<unknown>, channelId: string) => sql`${resourceId} in (
  select links.resource_id from links where links.target_type = 'channel' and links.target_id = ${channelId})`;

export const dataSetConditions = ({ reader, channelId }: Scope): RawBuilder<unknown>[] => [
  dataSetIsReadable(reader),
  ...(channelId === undefined ? [] : [sql`data_sets.channel_id = ${channelId}`]),
];

/** All kinds but records, of which there is one list for each Data Set. */
export type ListedType = Exclude<SearchType, 'record'>;

export const readableResources = (scope: Scope, types: readonly ListedType[]): RawBuilder<unknown> =>
  unionAll(
    types.flatMap((type) => {
      const { columns, versionId, isFound, listedIn } = kinds[type];
      const lists = scope.channelId === undefined ? [sql`${tableOf(type)} where true`] : listedIn(scope.channelId);
      return lists.map(
        (list) => sql`select ${columns}, ${versionId} as version_id from ${list} and ${isFound(scope.reader)}`,
      );
    }),
  );

/**
 * What of the table `hit` belongs to the scope, with these columns of it; goes to each resource by its ID, and never through
 * all that the reader may find.
 */
export const readableHits = (
  { reader, types, channelId }: Scope,
  kept: RawBuilder<unknown>,
  at: string | undefined,
): RawBuilder<unknown> =>
  unionAll(
    types.map((type) => {
      const { columns, versionId, isFound, isIn, wasThere } = kinds[type];
      return sql`select ${columns}, ${kept}
        from hit cross join ${tableOf(type)} on ${tableOf(type)}.id = hit.resource_id and ${versionId} = hit.version_id
        where hit.resource_type = ${type} and ${isFound(reader)}
          ${channelId === undefined ? sql`` : sql`and ${isIn(channelId)}`} ${at === undefined ? sql`` : sql`and ${wasThere(at)}`}`;
    }),
  );

const unionAll = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

const tableOf = (type: SearchType) => sql.table(`${type}s`);
