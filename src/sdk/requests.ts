import { invalidRequest } from '../../schemas/errors.ts';
import { requireJson } from './json-values.ts';
import type { Call } from './table.ts';
import type { Uploaded } from './uploads.ts';

type Value = string | number | boolean | null | object | undefined;

export type Input = Readonly<Record<string, Value>>;

/** A call as an HTTP request, before its body is serialized. */
export interface Asked {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The input that is not in the address; absent for GET and DELETE. */
  readonly body?: Input;
  readonly file?: Uploaded;
  /** The given key, or one generated here; absent for GET. Every retry repeats it. */
  readonly idempotencyKey?: string;
}

/** An idempotency key for calls without one, so that retries repeat nothing. */
const newKey = (): string => `sdk-${crypto.randomUUID()}`;

/**
 * Splits the input: path parameters into the path, the rest of a GET or DELETE into the query. A proxy may drop the
 * body of a DELETE. Everything else goes into the body; undefined fields are omitted.
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
  const file = request === undefined ? undefined : (left.get('file') as Uploaded | undefined);
  if (file === undefined && request === 'multipart') throw invalidRequest('/file', 'is missing');
  if (file === undefined) return { method, path, body: Object.fromEntries(left), ...key };
  left.delete('file');
  return { method, path, body: Object.fromEntries(left), file, ...key };
}

/** Validates the input, apart from a file. */
function requireInput(input: Input, request: Call['request']): void {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isObject) throw invalidRequest('', 'must be an object with what the call takes, such as {}');
  requireJson(request !== undefined ? { ...input, file: undefined } : input);
}

/** Encodes a path segment. `.` and `..` would change the path, and an empty one would vanish. */
function segmentOf(name: string, value: Value): string {
  if (value === undefined || value === '') throw invalidRequest(`/${name}`, 'is missing');
  const text = textOf(value);
  if (!text.isWellFormed() || text === '.' || text === '..') throw invalidRequest(`/${name}`, 'is not an identifier');
  return encodeURIComponent(text);
}

function queryOf(parameters: ReadonlyMap<string, Value>): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) query.set(name, textOf(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** The text of a value in a query or form. Arrays and objects are JSON, as filters of Views are. */
export const textOf = (value: Value): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
