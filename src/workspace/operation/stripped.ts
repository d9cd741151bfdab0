import * as z from 'zod';
import type { Work } from '../../turns/turn.ts';

/**
 * A long answer stripped to what the contract names, one member or item after the other. Objects of such answers are
 * plain: a check of a whole object or list would be left out.
 */
export function* stripped(schema: z.ZodType, answer: unknown): Work<unknown> {
  if (schema instanceof z.ZodObject && isObject(answer)) return yield* strippedObject(schema, answer);
  if (schema instanceof z.ZodArray && Array.isArray(answer))
    return yield* strippedList(schema.element as z.ZodType, answer);
  yield;
  return schema.parse(answer);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function* strippedObject({ shape }: z.ZodObject, answer: Record<string, unknown>): Work<unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = yield* stripped(schema as z.ZodType, answer[name]);
    if (value !== undefined) known[name] = value;
  }
  return known;
}

function* strippedList(schema: z.ZodType, answer: readonly unknown[]): Work<unknown[]> {
  const known: unknown[] = [];
  for (const item of answer) {
    yield;
    known.push(schema.parse(item));
  }
  return known;
}
