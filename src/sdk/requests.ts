import { invalidRequest } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { Uploaded } from './uploads.ts';

type Value = string | number | boolean | null | readonly unknown[] | undefined;

export type Input = Readonly<Record<string, Value>>;

/** A call as HTTP has it, before its body is written. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The input beside what stands in the address; a GET has none. */
  readonly body?: Input;
  readonly file?: Uploaded;
}

/** Path parameters go into the path, the rest of a GET into its query, all else into the body; what is undefined is left out. */
export function askedOf({ http }: Operation, input: Input): Asked {
  const [method = '', pattern = ''] = [http].flat()[0]!.split(' ');
  const { file, ...rest } = input as Input & { readonly file?: Uploaded };
  const left = new Map(Object.entries(rest).filter(([, value]) => value !== undefined));
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = left.get(name);
    if (value === undefined) throw invalidRequest(`/${name}`, 'is missing');
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  if (method === 'GET') return { method, path: path + queryOf(left) };
  return { method, path, body: Object.fromEntries(left), ...(file !== undefined && { file }) };
}

/** Arrays are JSON, as SPEC passes View filters. */
function queryOf(parameters: ReadonlyMap<string, Value>): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters)
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}
