import { sql } from 'kysely';
import {
  type DocumentFormat,
  documentFormatOf,
  type File,
  type FileSource,
  isTableFile,
  isTextType,
  UploadFields,
} from '../../../schemas/files.ts';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { extractLater, indexFileAnew } from '../../search/documents.ts';
import { fileText } from '../../search/file-texts.ts';
import { indexText } from '../../search/indexing.ts';
import { limits } from '../../../schemas/limits.ts';
import { firstCharacter, isUtf8, textWindow } from '../../../schemas/window.ts';
import { type Handoff, handoffPath } from '../../../schemas/urls.ts';
import type { StagedBlob } from '../../blobs/blobs.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { selectAgent, viaColumns } from '../../store/via.ts';
import { authorize, fileIsReadable, isLive, notFound, type Reader } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId } from '../channels/channels.ts';
import { contentTypeOf } from './content-types.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { cleanFileName } from './file-names.ts';
import { present, presentRow } from './file-presenter.ts';
import { maxUploadBytes, received } from '../operation/forms.ts';
import {
  addLink,
  type Destination,
  homeOfPlace,
  removeLink,
  withLinks,
  writableDestination,
} from '../placing/links.ts';
import { attachedForReader, attachedToChannel } from '../placing/links-sql.ts';
import { newestKeys, type PageKeys, thePerson } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';
import { answerTo, once, replayed } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { idsTitled } from '../operation/titled-sql.ts';
import { uploadExample } from '../operation/upload-example.ts';

const uploadPath = '/api/workspace/files';

export const files: Omit<Handlers<'files'>, 'remove'> = {
  async list(context, input) {
    return context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after?.[0] as string | undefined;
      const { keys, end } = await keysOf(db, context, { ...input, channelId, before, take: page.take });
      const found = await findFiles(db, { ...readerOf(context.caller), ids: JSON.stringify(keys) });
      const { linked, isCut } = await withLinks(db, context, found);
      const { rows, nextCursor } = page.close(linked, (row) => [row.id], { isCut, end });
      return { files: rows.map((row) => presentRow(context, row, row.attached)), nextCursor };
    });
  },

  get: async (context, { fileId }) => ({ file: await fileOf(context, fileId) }),

  async update(context, { fileId, fileName: given, channelId, idempotencyKey }) {
    const fileName = cleanFileName(given);
    if (fileName === '') throw invalidRequest('/fileName', 'needs a character that may stand in a file name');
    const renamed = await once(context, idempotencyKey, { fileId, fileName, channelId }, async (tx) => {
      const row = await readableFile(tx, context, fileId);
      authorize(context.caller, 'file.rename', { createdById: row.created_by });
      if (fileName !== row.file_name) {
        await tx.updateTable('files').set({ file_name: fileName }).where('id', '=', row.id).execute();
        await indexFileAnew(tx, row.id);
        await audit(tx, context.caller, 'file.renamed', row.id);
      }
      if (channelId !== undefined) await attach(tx, context, fileId, { targetType: 'channel', targetId: channelId });
      return { file: await present(tx, context, { ...row, file_name: fileName }) };
    });
    context.indexer.wake();
    return renamed;
  },

  /** Bytes first, with no transaction open; then the row. A row never points at missing bytes, and a refusal keeps none. */
  async upload(context, { file, ...given }) {
    const fileName = requiredFileName(file);
    if (given.idempotencyKey === undefined) await checkDestination(context, given);
    const uploaded = received(context, { schema: UploadFields, given, file }, async (fields, blob) => {
      if (fields.sha256 !== undefined && fields.sha256 !== blob.sha256) throw digestMismatch(blob);
      const destination = destinationOf(fields);
      const request = { fileName, ...destination, sha256: blob.sha256 };
      const earlier = await replayed<{ file: File; hint?: string }>(context, fields.idempotencyKey, request);
      if (earlier) return earlier;
      await checkDestination(context, fields);
      const contentType = await contentTypeOf(file.contentType, fileName, blob.head);
      await blob.keep();
      return once(context, fields.idempotencyKey, request, async (tx) => {
        const target = destination && (await writableDestination(tx, context, destination));
        const home = await homeOfPlace(tx, context, target);
        const id = await addFile(tx, context, { fileName, contentType, home, blob });
        if (target) await addLink(tx, context, 'file', id, target);
        await audit(tx, context.caller, 'file.uploaded', id, { subjectId: target?.targetId });
        const stored = await present(tx, context, await readableFile(tx, context, id));
        return isTableFile(fileName, contentType) ? { file: stored, hint: tableHint } : { file: stored };
      });
    });
    return uploaded.finally(() => context.extractor.wake());
  },

  async prepareUpload(context, { fileName, sha256, ...placement }) {
    await checkDestination(context, placement);
    const uploadUrl = `${await context.gatewayUrl()}${uploadPath}`;
    const fields = Object.fromEntries(
      Object.entries({ ...placement, sha256 }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const handoffUrl = pageUrl(context, handoffPath(handoffOf(context, { ...placement, fileName, sha256 })));
    return {
      uploaded: false as const,
      uploadUrl,
      method: 'POST' as const,
      fileField: 'file' as const,
      fields,
      maxBytes: await maxUploadBytes(context),
      authentication: {
        scheme: 'Bearer' as const,
        header: 'Authorization' as const,
        instructions: `${context.uploadAuthorization.instructions} ${handoffUrl === undefined ? inApp : byHand}`,
      },
      example: uploadExample(context.uploadAuthorization.command, uploadUrl, fields, fileName),
      handoffUrl,
      ...(fileName !== undefined && isTableFile(fileName) && { hint: tableHint }),
    };
  },

  async content(context, { fileId }) {
    const file = await fileOf(context, fileId);
    const downloadUrl = `${await context.gatewayUrl()}${uploadPath}/${file.id}/content`;
    return { file, downloadUrl, content: { open: async (range) => context.blobs.open(file.sha256, range) } };
  },

  async text(context, { fileId, offset = 0, length = limits.windowDefault }) {
    const file = await fileOf(context, fileId);
    const { status, reason, blob, isCut } = await context.database.read((db) => fileText(db, file.id));
    if (!blob) return { text: { fileId: file.id, status, reason } };
    const { sha256, size } = blob;
    if (offset > size) throw invalidRequest('/offset', `is behind the end of the text, which has ${size} bytes`);
    const range = { start: offset, end: Math.min(size, offset + length) - 1 };
    const bytes = Buffer.concat(await Array.fromAsync(context.blobs.open(sha256, range)));
    const fromCharacter = offset === 0 ? bytes : bytes.subarray(firstCharacter(bytes));
    if (!isUtf8(fromCharacter, offset + bytes.length < size)) return { text: { fileId: file.id, ...notText } };
    return { text: { fileId: file.id, status, ...textWindow(bytes, offset, size), size, cut: isCut || undefined } };
  },

  link: (context, { fileId, idempotencyKey, ...target }) =>
    once(context, idempotencyKey, { fileId, ...target }, async (tx) => {
      const row = await attach(tx, context, fileId, target);
      return { file: await present(tx, context, row) };
    }),

  unlink: (context, { fileId, idempotencyKey, ...target }) =>
    once(context, idempotencyKey, { fileId, ...target }, async (tx) => {
      const row = await attachableFile(tx, context, fileId);
      const from = await writableDestination(tx, context, target);
      const detached = await removeLink(tx, row.id, from);
      if (detached) await audit(tx, context.caller, 'file.detached', row.id, { subjectId: from.targetId });
      return { file: await present(tx, context, row) };
    }),
};

interface Wanted {
  readonly q?: string | undefined;
  readonly channelId?: string | undefined;
  readonly uploadKey?: string | undefined;
  readonly before: string | undefined;
  readonly take: number;
}

async function keysOf(db: Db, context: Context, { q, uploadKey, channelId, before, take }: Wanted): Promise<PageKeys> {
  if (uploadKey !== undefined) {
    if (q !== undefined || channelId !== undefined)
      throw invalidRequest('/uploadKey', 'stands without q and channelId');
    const answer = await answerTo<{ file: File }>(db, context, 'files.upload', uploadKey);
    return { keys: answer ? [answer.file.id] : [] };
  }
  if (q !== undefined) return idsTitled(db, context, 'file', q, { before, channelId, take });
  return newestIds(db, context, { channelId }, before, take);
}

const tableHint =
  'A table: by its fileId, workspace_data_set_import makes a Data Set of it, and workspace_query_run queries it as it is.';

const notText = { status: 'none', reason: 'not_text' } as const;

/** The name of the file goes without the folders that it has on the user's machine. */
const handoffOf = (
  { caller }: Context,
  { fileName, sha256, ...to }: UploadFields & { fileName?: string },
): Handoff => ({
  channel: to.channelId,
  session: to.sessionId,
  record: to.recordId,
  name: (fileName !== undefined && cleanFileName(fileName)) || undefined,
  sha256,
  agent: caller.agent?.name,
});

const byHand = 'Where no shell can run the example, give the user the handoffUrl.';
const inApp = 'Where no shell can run the example, the user runs "workspace serve" and uploads the file in the app.';

function requiredFileName(source: FileSource): string {
  const fileName = cleanFileName(source.fileName);
  if (fileName === '') throw invalidRequest('/file', 'needs a file name');
  return fileName;
}

function destinationOf({ channelId, sessionId, recordId }: UploadFields): Destination | undefined {
  const named: Destination[] = [];
  if (channelId !== undefined) named.push({ targetType: 'channel', targetId: channelId });
  if (sessionId !== undefined) named.push({ targetType: 'session', targetId: sessionId });
  if (recordId !== undefined) named.push({ targetType: 'record', targetId: recordId });
  if (named.length > 1) throw invalidRequest('', 'name one destination: channelId, sessionId or recordId');
  return named[0];
}

/** Where the file shall go, if anywhere; refused before any byte is stored when the caller may not write there. */
async function checkDestination(context: Context, fields: UploadFields): Promise<void> {
  const destination = destinationOf(fields);
  if (destination) await context.database.read((db) => writableDestination(db, context, destination));
}

function digestMismatch({ sha256 }: StagedBlob): WorkspaceError {
  return new WorkspaceError(
    'digest_mismatch',
    `The bytes that arrived have the SHA-256 ${sha256}; nothing was kept. Send the file again.`,
    {
      errors: [{ path: '/sha256', message: 'is not the digest of the bytes' }],
    },
  );
}

interface NewFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly home: number;
  readonly blob: StagedBlob;
}

async function addFile(tx: Db, { caller }: Context, { fileName, contentType, home, blob }: NewFile): Promise<string> {
  const id = newId('file');
  await tx
    .insertInto('files')
    .values({
      id,
      organization_id: caller.organizationId,
      file_name: fileName,
      content_type: contentType,
      size: blob.size,
      sha256: blob.sha256,
      home,
      text_version_id: id,
      created_at: new Date().toISOString(),
      created_by: caller.userId,
      ...(await viaColumns(tx, caller)),
    })
    .execute();
  const format = formatOf(contentType, blob.head);
  if (format) await extractLater(tx, id, caller.userId, format);
  const isText = !format && isTextType(contentType);
  await indexText(tx, { type: 'file', id, versionId: id, title: fileName }, isText ? undefined : new Uint8Array());
  return id;
}

/** Text says by its first bytes that it is UTF-16, whatever its type declares. */
function formatOf(contentType: string, head: Uint8Array): DocumentFormat | undefined {
  const format = documentFormatOf(contentType);
  return format ?? (isTextType(contentType) && isUtf16(head) ? 'text' : undefined);
}

const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

type FileRow = Awaited<ReturnType<typeof findFile>>[number];

function fileRows(db: Db, reader: Reader) {
  return db
    .selectFrom('files')
    .innerJoin('users as creator', 'creator.id', 'files.created_by')
    .select([
      'files.id',
      'files.file_name',
      'files.content_type',
      'files.size',
      'files.sha256',
      'files.created_at',
      'files.created_by',
      'files.interface',
      selectAgent('files.agent'),
      'creator.name as creator_name',
    ])
    .where(fileIsReadable(reader));
}

const findFile = prepared((db, by: Reader & { fileId: string }) => fileRows(db, by).where('files.id', '=', by.fileId));

export async function readableFile(db: Db, { caller }: Context, fileId: string): Promise<FileRow> {
  const [row] = await findFile(db, { ...readerOf(caller), fileId });
  if (!row) throw notFound('file');
  return row;
}

async function attach(tx: Db, context: Context, fileId: string, target: Destination): Promise<FileRow> {
  const row = await attachableFile(tx, context, fileId);
  const to = await writableDestination(tx, context, target);
  const attached = await addLink(tx, context, 'file', row.id, to);
  if (attached) await audit(tx, context.caller, 'file.attached', row.id, { subjectId: to.targetId });
  return row;
}

/** A file whose attachments the caller may change. */
export async function attachableFile(db: Db, context: Context, fileId: string): Promise<FileRow> {
  const row = await readableFile(db, context, fileId);
  authorize(context.caller, 'file.link', { createdById: row.created_by });
  return row;
}

const findFiles = prepared((db, by: Reader & { ids: string }) =>
  fileRows(db, by).where('files.id', 'in', eachOf(by.ids)).orderBy('files.id', 'desc'),
);

/** The files that the reader made or that are attached where they read. With a channel, the files attached there. */
const newestIds = newestKeys<{ readonly channelId: string | undefined }>(({ channelId, ...reader }) =>
  channelId === undefined ? [made(reader), attachedForReader('file', reader)] : [attachedToChannel('file', channelId)],
);

const made = (reader: Reader): Source => ({
  places: thePerson(reader),
  next: (place, key) => sql`select max(id) from files
    where created_by = ${place} and ${isLive('files')} and id < ${key}`,
});

const fileOf = (context: Context, fileId: string): Promise<File> =>
  context.database.read(async (db) => present(db, context, await readableFile(db, context, fileId)));
