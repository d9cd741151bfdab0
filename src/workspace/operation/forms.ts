import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { invalidRequest } from '../../../schemas/errors.ts';
import { inputOf } from '../../../schemas/input.ts';
import type { FileSource } from '../../../schemas/files.ts';
import type { StagedBlob } from '../../blobs/blobs.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context } from './context.ts';

type Fields<Shape extends z.ZodRawShape> = z.ZodObject<Shape, z.core.$strict>;

/** A form with a file, of which only the fields before the file are known. */
interface Form<Shape extends z.ZodRawShape> {
  readonly schema: Fields<Shape>;
  readonly given: Readonly<Record<string, unknown>>;
  readonly file: FileSource;
}

/** Receives a form, and calls `use` with all fields and the staged file. The file stays only if `use` keeps it. */
export async function received<Shape extends z.ZodRawShape, Result>(
  context: Context,
  { schema, given, file }: Form<Shape>,
  use: (fields: z.output<Fields<Shape>>, blob: StagedBlob) => Promise<Result>,
): Promise<Result> {
  const blob = await context.blobs.stage(file.bytes, await maxUploadBytes(context), context.caller.userId);
  try {
    return await use(await formFields({ schema, given, file }), blob);
  } finally {
    await blob.discard();
    context.indexer.wake();
  }
}

/** The most bytes that one upload of the caller's organisation may have. */
export async function maxUploadBytes({ database, caller }: Context): Promise<number> {
  const [organization] = await database.read((db) => uploadLimit(db, { id: caller.organizationId }));
  return organization!.max_upload_bytes;
}

const uploadLimit = prepared((db, { id }: { id: string }) =>
  db.selectFrom('organizations').select('max_upload_bytes').where('id', '=', id),
);

/**
 * The fields of a form besides its file, validated by the schema. Call it after the file's bytes are read, because
 * fields may follow the file. Refuses a field that is given twice with different values.
 */
async function formFields<Shape extends z.ZodRawShape>({
  schema,
  given,
  file,
}: Form<Shape>): Promise<z.output<Fields<Shape>>> {
  const sent = inputOf(schema.partial(), (await file.allFields?.()) ?? {});
  const fields: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(sent)) {
    if (fields[name] !== undefined && !isDeepStrictEqual(fields[name], value))
      throw invalidRequest(`/${name}`, 'is given twice, with two values');
    fields[name] = value;
  }
  return inputOf(schema, fields);
}
