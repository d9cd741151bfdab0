import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import type { FileVersion } from '../../tables/sheets.ts';
import { extractedTable, signatureBytes, tableTask } from '../../tables/table-text.ts';
import { readableChannelId } from '../channels/channels.ts';
import { notFound } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { readableFile } from './files.ts';

interface TableFileName {
  readonly fileId: string;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** A channel that the file must be attached to. */
  readonly channelId?: string | undefined;
}

const path = '/fileId';

/** A stored file that the caller can see, as a table. */
export async function readableTableFile(
  db: Db,
  context: Context,
  { fileId, sheet, channelId }: TableFileName,
): Promise<FileVersion> {
  const channel = channelId === undefined ? undefined : await readableChannelId(db, context, channelId);
  const { id, sha256, size, content_type: contentType, file_name: fileName } = await readableFile(db, context, fileId);
  if (channel !== undefined && (await findInChannel(db, { fileId: id, channelId: channel })).length === 0)
    throw notFound('file in this channel');
  const { blobs, caller } = context;
  return {
    versionId: JSON.stringify([sha256, contentType, sheet]),
    async csv(signal) {
      const head = await whole(blobs.open(sha256, { start: 0, end: signatureBytes - 1 }));
      const task = tableTask({ path, contentType, fileName, sheet, head });
      if (task)
        return (await extractedTable({ task, path, subject: caller.userId, signal }, blobs.open(sha256), whole)).kept;
      if (size > limits.csvBytes) throw tooLong();
      return whole(blobs.open(sha256));
    },
  };
}

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > limits.csvBytes) throw tooLong();
  }
  return Buffer.concat(pieces);
}

const tooLong = () =>
  invalidRequest(
    path,
    `has more than the ${limits.csvBytes} bytes of text that a query may read; make a Data Set of it (workspace_data_set_import)`,
  );

const findInChannel = prepared((db, by: { fileId: string; channelId: string }) =>
  db
    .selectFrom('links')
    .select('links.resource_id')
    .where('links.resource_id', '=', by.fileId)
    .where('links.target_type', '=', 'channel')
    .where('links.target_id', '=', by.channelId),
);
