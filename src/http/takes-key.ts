import * as z from 'zod';
import type { Operation } from '../../schemas/operation.ts';

export const takesKey = ({ input }: Operation): boolean => shapesOf(input).some((shape) => 'idempotencyKey' in shape);

/** An input is one object, or a union of objects. */
function shapesOf(input: z.ZodType): z.ZodRawShape[] {
  if (input instanceof z.ZodObject) return [input.shape];
  return input instanceof z.ZodUnion ? (input.options as z.ZodType[]).flatMap(shapesOf) : [];
}
