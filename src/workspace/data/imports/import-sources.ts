import type * as z from 'zod';
import { invalidRequest, WorkspaceError } from '../../../../schemas/errors.ts';
import type { FileSource } from '../../../../schemas/files.ts';
import { limits } from '../../../../schemas/limits.ts';
import { inputOf } from '../../../../schemas/input.ts';
import { detailOf } from '../../../../schemas/mistakes.ts';
import type { StagedBlob } from '../../../blobs/blobs.ts';
import { titleOf } from '../../../tables/csv-columns.ts';
import type { Pieces } from '../../../tables/csv-import.ts';
import { contentOfVersion } from '../../../tables/sheets.ts';
import { extractedTable, tableTask } from '../../../tables/table-text.ts';
import { readableText } from '../../library/artifacts-sql.ts';
import { cleanFileName } from '../../library/file-names.ts';
import { readableFile } from '../../library/files.ts';
import type { Context } from '../../operation/context.ts';
import { received } from '../../operation/forms.ts';

/** A table to import, as CSV in UTF-8 on disk. */
export interface ImportTable {
  readonly pieces: Pieces;
  /** The names of a workbook's sheets. */
  readonly sheets?: readonly string[] | undefined;
  /** Whether its lines are those of the file. */
  readonly isLined: boolean;
  /** Whether its headers are keys of fields, before they are labels. */
  readonly isKeyed: boolean;
  /** The name of the Data Set that it becomes, unless another one is given. */
  readonly name: string | undefined;
}

/** The names of a source, which tell requests with the same idempotency key apart. */
type Named = { readonly fileId: string } | { readonly artifactId: string } | { readonly sha256: string };

/** Makes the table readable for as long as its use takes. */
type Open = <Result>(use: (table: ImportTable) => Promise<Result>) => Promise<Result>;

interface Given {
  readonly file?: FileSource | undefined;
  readonly fileId?: string | undefined;
  readonly artifactId?: string | undefined;
}

type Fields<Shape extends z.ZodRawShape> = z.ZodObject<Shape, z.core.$strict>;

/**
 * Calls `use` with the fields of an import and its source: a form, a stored file or a sheet. The caller must
 * be able to read what is named. Nothing is extracted before `use` opens the table.
 */
export async function withTable<Shape extends z.ZodRawShape & { sheet: z.ZodType<string | undefined> }, Result>(
  context: Context,
  schema: Fields<Shape>,
  { file, fileId, artifactId, ...given }: Given & Readonly<Record<string, unknown>>,
  use: (fields: z.output<Fields<Shape>>, named: Named, open: Open) => Promise<Result>,
): Promise<Result> {
  if (file) {
    return received(context, { schema, given, file }, (fields, blob) => {
      const { contentType, fileName } = file;
      const source = { path: '/file', contentType, fileName, blob, sheet: sheetOf(fields) };
      return use(fields, { sha256: blob.sha256 }, (read) => openTable(context, source, read));
    });
  }
  const fields = inputOf(schema, given);
  if (fileId !== undefined)
    return use(fields, { fileId }, (read) => naming('/fileId', openFile(context, fileId, sheetOf(fields), read)));
  return use(fields, { artifactId: artifactId! }, (read) =>
    naming('/artifactId', openSheet(context, artifactId!, sheetOf(fields), read)),
  );
}

/** Mistakes in a table are named by the parameter that gave it. */
async function naming<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof WorkspaceError) || !error.extras.errors?.some((mistake) => mistake.path === '/file'))
      throw error;
    const errors = error.extras.errors.map((mistake) => (mistake.path === '/file' ? { ...mistake, path } : mistake));
    const detail = error.code === 'invalid_request' ? detailOf(errors) : error.message;
    throw new WorkspaceError(error.code, detail, { ...error.extras, errors });
  }
}

const sheetOf = (fields: object) => (fields as { sheet?: string }).sheet;

async function openFile<Result>(
  context: Context,
  fileId: string,
  sheet: string | undefined,
  use: (table: ImportTable) => Promise<Result>,
): Promise<Result> {
  const file = await context.database.read((db) => readableFile(db, context, fileId));
  const bytes = context.blobs.open(file.sha256);
  return staged(context, bytes, limits.uploadBytes, (blob) => {
    const source = { path: '/fileId', contentType: file.content_type, fileName: file.file_name, blob, sheet };
    return openTable(context, source, use);
  });
}

async function openSheet<Result>(
  context: Context,
  artifactId: string,
  sheet: string | undefined,
  use: (table: ImportTable) => Promise<Result>,
): Promise<Result> {
  if (sheet !== undefined) throw invalidRequest('/sheet', 'goes with a workbook (XLSX); leave it out for an artifact');
  const { content, title } = await context.database.read(async (db) => {
    const row = await readableText(db, context, artifactId, null, { offset: 0, length: 0 });
    if (row.kind !== 'csv') throw invalidRequest('/artifactId', 'names a document; only a sheet (csv) can be imported');
    return { content: await contentOfVersion(db, { versionId: row.version_id }), title: row.title };
  });
  return staged(context, inPieces(content), limits.csvBytes, ({ pieces }) =>
    use({ pieces, name: title, isLined: true, isKeyed: false }),
  );
}

const pieceBytes = 256 * 1_024;

async function* inPieces(bytes: Uint8Array) {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

/** The bytes on disk, where several transactions can read them. */
async function staged<Result>(
  { blobs, caller }: Context,
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
  use: (blob: StagedBlob) => Promise<Result>,
): Promise<Result> {
  const blob = await blobs.stage(bytes, mostBytes, caller.userId);
  try {
    return await use(blob);
  } finally {
    await blob.discard();
  }
}

interface Source {
  readonly path: string;
  readonly contentType: string | undefined;
  readonly fileName: string;
  readonly sheet: string | undefined;
  readonly blob: StagedBlob;
}

async function openTable<Result>(
  context: Context,
  { blob, ...source }: Source,
  use: (table: ImportTable) => Promise<Result>,
): Promise<Result> {
  const task = tableTask({ ...source, head: blob.head });
  const name = nameOfFile(source.fileName);
  if (!task) return use({ pieces: blob.pieces, name, isLined: true, isKeyed: false });
  const { blobs, caller, gone } = context;
  const extraction = { task, path: source.path, subject: caller.userId, signal: gone() };
  const stage = (text: AsyncIterable<Uint8Array>) => blobs.stage(text, limits.tableBytes, caller.userId);
  const { kept, sheets } = await extractedTable(extraction, read(blob), stage, (kept) => kept.discard());
  try {
    const isLined = task.format === 'text_table';
    return await use({ pieces: kept.pieces, name, sheets, isLined, isKeyed: task.format === 'json_table' });
  } finally {
    await kept.discard();
  }
}

async function* read({ pieces }: StagedBlob): AsyncGenerator<Uint8Array> {
  yield* pieces();
}

/** The name of a file without its extension. */
function nameOfFile(fileName: string): string | undefined {
  const name = cleanFileName(fileName).replace(/(?<=.)\.[^.\s]{1,10}$/, '');
  return titleOf(name, '') || undefined;
}
