import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { invalidRequest } from '../../../schemas/errors.ts';
import { inputOf } from '../../../schemas/mistakes.ts';
import type { FileSource } from '../../../schemas/files.ts';

/**
 * The fields of a form besides its file, validated by the schema. `given` are the fields before the file. Call it after
 * the file's bytes are read, because fields may follow the file. Refuses a field that is given twice with different
 * values.
 */
export async function formFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  given: Readonly<Record<string, unknown>>,
  source: FileSource,
): Promise<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  const sent = inputOf(schema.partial(), (await source.allFields?.()) ?? {});
  const fields: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(sent)) {
    if (fields[name] !== undefined && !isDeepStrictEqual(fields[name], value))
      throw invalidRequest(`/${name}`, 'is given twice, with two values');
    fields[name] = value;
  }
  return inputOf(schema, fields);
}
