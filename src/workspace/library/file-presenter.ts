import type { File } from '../../../schemas/files.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { presentVia, type ViaRow } from '../../store/via.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { type VisibleLinks, visibleLinks } from '../placing/links.ts';

interface ShownRow extends ViaRow {
  readonly id: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly size: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly creator_name: string;
}

interface FileRow extends ShownRow {
  readonly sha256: string;
}

export async function present(db: Db, context: Context, row: FileRow): Promise<File> {
  return presentRow(context, row, await visibleLinks(db, context, row.id));
}

export function presentRow(context: Context, row: FileRow, attached: VisibleLinks): File {
  return {
    ...presentShown(context, row),
    sha256: row.sha256,
    links: attached.links,
    ...(attached.isCut && { linksCut: true as const }),
  };
}

/** The fields of a file that a channel also shows. */
export const presentShown = (context: Context, row: ShownRow) => ({
  id: row.id,
  fileName: row.file_name,
  contentType: row.content_type,
  size: row.size,
  ...presentVia(row),
  url: pageUrl(context, resourcePath('file', row.id)),
  createdAt: row.created_at,
  createdBy: { id: row.created_by, name: row.creator_name },
});
