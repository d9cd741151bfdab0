import { jsonPieces } from '../turns/json-pieces.ts';
import type { Work } from '../turns/turn.ts';
import type { Stored } from './values.ts';

/**
 * Longer lists are bound as one JSON text. SQLite binds at most 32,766 values to a statement, and a dashboard's filters
 * can exceed that.
 */
export const mostBound = 50;

const known = new WeakMap<readonly Stored[], string>();

/** The JSON text that a long list is bound as. */
export const jsonOfList = (values: readonly Stored[]): string => known.get(values) ?? JSON.stringify(values);

/** Writes it before it is asked for, since its texts may be long. */
export function* withJson(values: readonly Stored[]): Work<readonly Stored[]> {
  if (values.length <= mostBound) return values;
  let json = '';
  for (const piece of jsonPieces(values)) {
    json += piece;
    yield;
  }
  known.set(values, json);
  return values;
}
