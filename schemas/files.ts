import * as z from 'zod';
import {
  ChannelId,
  FileId,
  IdempotencyKey,
  InterfaceType,
  LinkTarget,
  LinkTargetType,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  RecordId,
  SessionId,
  Sha256,
  TargetId,
  Timestamp,
  Via,
} from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const File = z.object({
  id: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int().describe('Bytes'),
  sha256: z.string(),
  links: z.array(LinkTarget).describe('Where it is attached, as far as the caller may see'),
  linksCut: z
    .literal(true)
    .optional()
    .describe(`Present where some are left out: ${limits.linksShown} places are shown at most`),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  interfaceType: InterfaceType.optional(),
  via: Via.optional(),
});
export type File = z.infer<typeof File>;

/** Types whose bytes are text, beside `text/*`. */
const textTypes = /^(text\/.+|application\/(json|.+\+json|xml|.+\+xml|javascript|x-ndjson|yaml|x-yaml|toml|sql))$/;

export const isTextType = (contentType: string): boolean =>
  textTypes.test(contentType.split(';', 1)[0]!.trim().toLowerCase());

/** Formats whose text is extracted. `text` is text in an encoding other than UTF-8. */
export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'html' | 'text';

/** Templates, slide shows and macro documents have the same structure. */
const documentTypes: [type: RegExp, format: DocumentFormat][] = [
  [/^application\/pdf$/, 'pdf'],
  [/^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml|ms-word)\.(document|template)\b/, 'docx'],
  [
    /^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml|ms-excel)\.(sheet|template)\b(?!\.binary)/,
    'xlsx',
  ],
  [
    /^application\/vnd\.(openxmlformats-officedocument\.presentationml|ms-powerpoint)\.(presentation|template|slideshow)\b/,
    'pptx',
  ],
  [/^(text\/html|application\/xhtml\+xml)$/, 'html'],
];

const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** The extraction format of a type; undefined for plain UTF-8 text and for types without text. */
export function documentFormatOf(contentType: string): DocumentFormat | undefined {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const format = documentTypes.find(([pattern]) => pattern.test(type))?.[1];
  if (format) return format;
  const charset = charsetOf(contentType);
  return isTextType(contentType) && charset !== undefined && !utf8Names.has(charset) ? 'text' : undefined;
}

/** The charset that a type declares, in lower case. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();

const tableTypes =
  /^(text\/(csv|tab-separated-values)|application\/(jsonl|x-ndjson)|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(sheet|template))\b/i;

/** Whether a file is probably a table that can be imported or queried. */
export const isTableFile = (fileName: string, contentType = ''): boolean =>
  tableTypes.test(contentType) || /\.(csv|tsv|tab|xlsx|xlsm|jsonl|ndjson)$/i.test(fileName);

const hint = z.string().optional().describe('Given for a table: how it becomes a Data Set or is queried');

/** The reason why a file has no text. */
export const NoTextReason = z.enum(['encrypted', 'damaged', 'too_large', 'too_slow', 'no_text', 'not_text']);
export type NoTextReason = z.infer<typeof NoTextReason>;

/** Where an uploaded file is attached: at most one destination. */
const placement = {
  channelId: ChannelId.optional().describe('Channel to attach it to (ID or slug)'),
  sessionId: SessionId.optional().describe('Session to attach it to'),
  recordId: RecordId.optional().describe('Record to attach it to'),
};

const uploadFields = { ...placement, sha256: Sha256.optional(), idempotencyKey: IdempotencyKey.optional() };

/** The form fields of an upload beside the part `file`. */
export const UploadFields = z.strictObject(uploadFields);
export type UploadFields = z.infer<typeof UploadFields>;

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An incoming file. Its bytes are read once, in order, and never held as a whole. */
export interface FileSource {
  readonly fileName: string;
  readonly contentType?: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** All fields of the form, as sent, including fields after the file. Read them after the bytes. */
  readonly allFields?: () => Promise<Readonly<Record<string, string>>>;
}

/** An outgoing file; `open` may be called repeatedly. */
export interface FileContent {
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

const linkInput = z.strictObject({
  fileId: FileId,
  targetType: LinkTargetType,
  targetId: TargetId,
  idempotencyKey: IdempotencyKey.optional(),
});

export const TextStatus = z.enum(['ready', 'pending', 'none']).describe('A text that is pending comes soon');

const FileText = z.object({
  fileId: z.string(),
  status: TextStatus,
  reason: NoTextReason.optional().describe('Why there is none'),
  content: z.string().optional(),
  offset: z.int().optional(),
  length: z.int().optional(),
  size: z.int().optional().describe('Bytes of the whole text'),
  nextOffset: z.int().optional(),
  cut: z
    .boolean()
    .optional()
    .describe(`Whether it was longer than the ${limits.documentTextBytes} bytes that are kept`),
});
export type FileText = z.infer<typeof FileText>;

export const files = {
  list: operation({
    summary: 'Files that the caller may read, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/files',
    input: () =>
      z.strictObject({
        q: z.string().min(1).max(limits.searchQuery).optional().describe('Words of the file name'),
        channelId: ChannelId.optional().describe('Only those attached to this channel'),
        uploadKey: IdempotencyKey.optional().describe(
          "In place of both: the one file that the caller's upload with this key stored. It is known during 24 hours",
        ),
        ...pageInput,
      }),
    output: () => z.object({ files: z.array(File), ...pageOutput }),
  }),
  get: operation({
    summary: 'Metadata of one file',
    scope: 'workspace.read',
    http: 'GET /api/workspace/files/{fileId}',
    input: () => z.strictObject({ fileId: FileId }),
    output: () => z.object({ file: File }),
  }),
  update: operation({
    summary: 'Rename a file, and attach it to a channel where asked; its bytes, type and other places stay',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/files/{fileId}',
    example: { fileName: 'quarterly report.pdf' },
    input: () =>
      z.strictObject({
        fileId: FileId,
        fileName: z
          .string()
          .min(1)
          .max(limits.clientFileName)
          .describe('Kept as in an upload: without its folders, and with its extension where it is too long'),
        channelId: ChannelId.optional().describe('Channel to attach it to, with the name or not at all'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ file: File }),
  }),
  upload: operation({
    summary: 'Store a file, byte for byte, and attach it where asked',
    scope: 'workspace.write',
    http: 'POST /api/workspace/files',
    status: 201,
    request: 'multipart',
    input: () =>
      z.strictObject({
        file: z.custom<FileSource>((file) => file !== undefined, 'the part "file" is missing'),
        ...uploadFields,
      }),
    output: () => z.object({ file: File, hint }),
  }),
  prepareUpload: operation({
    summary: 'Where and how to send a file; stores nothing',
    scope: 'workspace.write',
    http: 'POST /api/workspace/files/prepare',
    example: { fileName: 'quarterly report.pdf' },
    input: () =>
      z.strictObject({
        fileName: z
          .string()
          .min(1)
          .max(limits.clientFileName)
          .optional()
          .describe("Path of the file on the user's machine, used in the example"),
        ...placement,
        sha256: Sha256.optional(),
      }),
    output: () =>
      z.object({
        uploaded: z.literal(false),
        uploadUrl: z.string(),
        method: z.literal('POST'),
        fileField: z.literal('file'),
        fields: z.record(z.string(), z.string()).describe('Form fields to send with the file'),
        maxBytes: z.int(),
        authentication: z.object({
          scheme: z.literal('Bearer'),
          header: z.literal('Authorization'),
          instructions: z.string(),
        }),
        example: z.string().describe("A command for a shell on the user's machine"),
        handoffUrl: z
          .string()
          .optional()
          .describe('A page on which the user uploads the file without a shell; holds no secret'),
        hint,
      }),
  }),
  content: operation({
    summary: 'The stored bytes of a file',
    scope: 'workspace.read',
    http: 'GET /api/workspace/files/{fileId}/content',
    response: 'bytes',
    input: () => z.strictObject({ fileId: FileId }),
    output: () => z.object({ file: File, downloadUrl: z.string(), content: z.custom<FileContent>() }),
  }),
  text: operation({
    summary: 'The text of a file, a stretch at a time. PDF, Office documents and HTML pages give their extracted text',
    scope: 'workspace.read',
    http: 'GET /api/workspace/files/{fileId}/text',
    input: () =>
      z.strictObject({
        fileId: FileId,
        offset: z.int().min(0).optional().describe('First byte of the text; default 0'),
        length: z
          .int()
          .min(limits.windowLeast)
          .max(limits.resourceBytes)
          .optional()
          .describe(`Bytes; default ${limits.windowDefault}`),
      }),
    output: () => z.object({ text: FileText }),
  }),
  remove: operation({
    summary: 'Move a file to the trash; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/files/{fileId}',
    input: () => z.strictObject({ fileId: FileId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  link: operation({
    summary: 'Attach a file to a channel, session or record; harmless to repeat',
    scope: 'workspace.write',
    http: 'POST /api/workspace/files/{fileId}/links',
    example: { targetType: 'channel', targetId: 'general' },
    input: () => linkInput,
    output: () => z.object({ file: File }),
  }),
  unlink: operation({
    summary: 'Detach a file; the file stays; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/files/{fileId}/links',
    input: () => linkInput,
    output: () => z.object({ file: File }),
  }),
};
