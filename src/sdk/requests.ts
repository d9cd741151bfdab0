import { invalidRequest } from '../../schemas/errors.ts';
import { requireJson } from './json-values.ts';
import type { Call } from './table.ts';
import type { Uploaded } from './uploads.ts';

type Value = string | number | boolean | null | object | undefined;

export type Input = Readonly<Record<string, Value>>;

/** A call as HTTP has it, before its body is written. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The input beside what stands in the address; a GET and a DELETE have none. */
  readonly body?: Input;
  readonly file?: Uploaded;
  /** Its own, or one made here; a GET has none. It is the same however often the call is sent. */
  readonly idempotencyKey?: string;
}

/** What makes one thing of two tries, for calls that are not given a key. */
const newKey = (): string => `sdk-${crypto.randomUUID()}`;

/**
 * Path parameters go into the path, the rest of a GET or DELETE into its query (a proxy may drop the body of a DELETE), all
 * else into the body; what is undefined is left out.
 */
export function askedOf({ http, request }: Call, input: Input): Asked {
  requireInput(input, request);
  const [method = '', pattern = ''] = [http].flat()[0]!.split(' ');
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return segmentOf(name, value);
  });
  if (method === 'GET') return { method, path: path + queryOf(left) };
  const key = left.has('idempotencyKey') ? {} : { idempotencyKey: newKey() };
  if (method === 'DELETE') return { method, path: path + queryOf(left), ...key };
  if (request !== 'multipart') return { method, path, body: Object.fromEntries(left), ...key };
  const file = left.get('file') as Uploaded | undefined;
  if (file === undefined) throw invalidRequest('/file', 'is missing');
  left.delete('file');
  return { method, path, body: Object.fromEntries(left), file, ...key };
}

/** What a call takes beside a file. */
function requireInput(input: Input, request: Call['request']): void {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isObject) throw invalidRequest('', 'must be an object with what the call takes, such as {}');
  requireJson(request === 'multipart' ? { ...input, file: undefined } : input);
}

/** `.` and `..` would be taken for steps of the path, and an empty one for none. */
function segmentOf(name: string, value: Value): string {
  if (value === undefined || value === '') throw invalidRequest(`/${name}`, 'is missing');
  const text = textOf(value);
  if (!text.isWellFormed() || text === '.' || text === '..') throw invalidRequest(`/${name}`, 'is no identifier');
  return encodeURIComponent(text);
}

function queryOf(parameters: ReadonlyMap<string, Value>): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) query.set(name, textOf(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** As it stands in a query or a form: arrays and objects are JSON, as SPEC passes View filters. */
export const textOf = (value: Value): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
