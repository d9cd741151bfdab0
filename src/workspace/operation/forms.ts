import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { invalidRequest } from '../../../schemas/errors.ts';
import { inputOf } from '../../../schemas/mistakes.ts';
import type { FileSource } from '../../../schemas/files.ts';

/**
 * The fields of a form beside its file, those that came before it (`given`) and those behind it, by their own schema. To be
 * asked for when the bytes are read. No name may mean two things.
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
