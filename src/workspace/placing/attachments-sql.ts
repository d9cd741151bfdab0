import { sql } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import { artifactIsReadable, isLive, type Reader } from '../operation/access.ts';

/** Where an attachment stands in the list of its record. */
export interface AttachmentKey {
  readonly type: string;
  readonly id: string;
}

/** Sorts behind every type and ID. */
export const behindAll: AttachmentKey = { type: '~', id: '' };

export const linksAtOnce = 100;

/** Some links of a record before a key, in the order of the index by target. */
export const findLinks = prepared((db, by: Reader & AttachmentKey & { recordId: string }) =>
  db
    .selectFrom('links')
    .innerJoin('users as adder', 'adder.id', 'links.created_by')
    .leftJoin('files', (join) => join.onRef('files.id', '=', 'links.resource_id').on(isLive('files')))
    .leftJoin('artifacts', (join) => join.onRef('artifacts.id', '=', 'links.resource_id').on(artifactIsReadable(by)))
    .leftJoin('artifact_versions as version', 'version.id', 'artifacts.current_version_id')
    .leftJoin('users as creator', (join) =>
      join.on('creator.id', '=', sql<string>`coalesce(files.created_by, artifacts.created_by)`),
    )
    .select([
      'links.resource_type as type',
      'links.resource_id as id',
      'links.created_at as attachedAt',
      'adder.id as adderId',
      'adder.name as adderName',
      'creator.id as creatorId',
      'creator.name as creatorName',
      'files.file_name as fileName',
      'files.content_type as contentType',
      'files.size',
      'artifacts.kind',
      'version.title',
    ])
    .where('links.target_type', '=', 'record')
    .where('links.target_id', '=', by.recordId)
    .where(sql<boolean>`(links.resource_type, links.resource_id) < (${by.type}, ${by.id})`)
    .orderBy('links.resource_type', 'desc')
    .orderBy('links.resource_id', 'desc')
    .limit(linksAtOnce),
);
