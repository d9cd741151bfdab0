import * as z from 'zod';
import { operations } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { Operation } from '../../schemas/operation.ts';

/** The parts of an operation needed to call it across the network. */
export type Call = Pick<Operation, 'http' | 'request' | 'response'> & { readonly answer: Promised };

/** The fields that an answer always has, with their kinds. */
export type Promised = Readonly<Record<string, string>>;

/**
 * The calls of the contract by resource and name. The bundle contains them as data (rolldown.config.ts), without
 * schemas or zod. The gateway validates.
 */
export const table: Readonly<Record<string, Readonly<Record<string, Call>>>> = tableOf(operations);

/** The deepest nesting of an input. */
export const { jsonDepth } = limits;

function tableOf(entries: typeof operations) {
  const made: Record<string, Record<string, Call>> = {};
  for (const { group, name, operation } of entries) {
    const { http, request, response, output } = operation;
    (made[group] ??= {})[name] = { http, request, response, answer: promisedBy(output) };
  }
  return made;
}

function promisedBy(output: z.ZodType): Promised {
  const fields = Object.entries(output instanceof z.ZodObject ? (output.shape as Record<string, z.ZodType>) : {});
  const always = fields.filter(([, field]) => !field.safeParse(undefined).success);
  return Object.fromEntries(always.map(([name, { type }]) => [name, type === 'record' ? 'object' : type]));
}
