import { invalidRequest } from '../../schemas/errors.ts';
import { stepTo } from '../../schemas/pointer.ts';
import { jsonDepth } from './table.ts';

/**
 * Throws if a value would change in JSON. NaN would become null, which clears; a function would be dropped. Undefined
 * members are ignored.
 */
export function requireJson(value: unknown, path = '', within: readonly object[] = []): void {
  const written = asWritten(value);
  const refusal = refusalOf(written, within);
  if (refusal !== undefined) throw invalidRequest(path, refusal);
  if (typeof written !== 'object' || written === null) return;
  for (const [key, inner] of Array.isArray(written) ? written.entries() : membersOf(written)) {
    requireJson(inner, path + stepTo(key), [...within, written]);
  }
}

/** The value that JSON would contain. An invalid date becomes NaN, because JSON would silently write null. */
function asWritten(value: unknown): unknown {
  if (value instanceof Date && Number.isNaN(value.getTime())) return Number.NaN;
  const { toJSON } = Object(value) as { toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

function refusalOf(value: unknown, within: readonly object[]): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must be a finite number or a valid date';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'bigint') return 'is a BigInt, which JSON does not hold; give a number or a string';
  if (value === undefined) return 'is undefined; give null';
  if (typeof value !== 'object' || !isPlain(value)) return 'is nothing that JSON holds; give plain objects and arrays';
  if (within.includes(value)) return 'holds itself, which JSON cannot';
  return within.length < jsonDepth ? undefined : `nests deeper than the ${jsonDepth} levels that a workspace takes`;
}

/** Maps and Sets would become empty objects, and bytes an object with a member per byte. */
const isPlain = (value: object) => Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

const membersOf = (value: object) => Object.entries(value).filter(([, inner]) => inner !== undefined);
