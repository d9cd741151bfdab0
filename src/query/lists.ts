import type { Work } from '../turns/turn.ts';
import type { Stored } from './values.ts';

/** SQLite binds 32,766 values to one statement, and a dashboard's filters come to more: longer lists are bound as one text. */
export const mostBound = 50;

const known = new WeakMap<readonly Stored[], string>();

/** What a long list is bound as. */
export const jsonOfList = (values: readonly Stored[]): string => known.get(values) ?? JSON.stringify(values);

/** Writes it before it is asked for, since its texts may be long. */
export function* withJson(values: readonly Stored[]): Work<readonly Stored[]> {
  if (values.length <= mostBound) return values;
  let json = '';
  for (const value of values) {
    json += `${json === '' ? '[' : ','}${JSON.stringify(value)}`;
    yield;
  }
  known.set(values, `${json}]`);
  return values;
}
