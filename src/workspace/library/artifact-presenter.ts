import type { Artifact } from '../../../schemas/artifacts.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { presentKnownVia } from '../../store/via.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { nowhere, type VisibleLinks, visibleLinks } from '../placing/links.ts';
import type { ArtifactRow, VersionRow } from './artifacts-sql.ts';

export async function present(db: Db, context: Context, row: ArtifactRow): Promise<Artifact> {
  return presentRow(context, row, row.is_linked ? await visibleLinks(db, context, row.id) : nowhere);
}

export function presentRow(context: Context, row: ArtifactRow, attached: VisibleLinks): Artifact {
  return {
    ...presentShown(context, row),
    ...(row.channel_id !== null && { channelId: row.channel_id }),
    sha256: row.sha256,
    links: attached.links,
    ...(attached.isCut && { linksCut: true as const }),
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.creator_name },
  };
}

type ShownRow = Omit<ArtifactRow, 'channel_id' | 'sha256' | 'is_linked' | 'created_at' | 'created_by' | 'creator_name'>;

/** The fields of an artifact that a channel also shows. */
export const presentShown = (context: Context, row: ShownRow) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  versionId: row.version_id,
  versionNumber: row.version_number,
  size: row.size,
  ...presentKnownVia(row),
  ...(row.client_app !== null && { clientApp: row.client_app }),
  url: pageUrl(context, resourcePath('artifact', row.id)),
  updatedAt: row.updated_at,
  updatedBy: { id: row.updated_by, name: row.updater_name },
});

export function presentVersion(row: VersionRow) {
  return {
    versionId: row.version_id,
    versionNumber: row.version_number,
    title: row.title,
    size: row.size,
    sha256: row.sha256,
    ...presentKnownVia(row),
    ...(row.client_app !== null && { clientApp: row.client_app }),
    createdAt: row.updated_at,
    createdBy: { id: row.updated_by, name: row.updater_name },
  };
}
