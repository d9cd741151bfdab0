import * as z from 'zod';
import { operations } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { Operation } from '../../schemas/operation.ts';

/** What of an operation one needs to know to call it across the network. */
export type Call = Pick<Operation, 'http' | 'request' | 'response'> & { readonly answer: Promised };

/** What an answer always has, and of which kind. */
export type Promised = Readonly<Record<string, string>>;

/**
 * The calls of the contract by resource and name. In the bundle they are data (rolldown.config.ts), so that it holds no
 * schemas, nor what makes them: the gateway validates.
 */
export const table: Readonly<Record<string, Readonly<Record<string, Call>>>> = tableOf(operations);

/** How deep an input may nest. */
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
