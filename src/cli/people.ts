import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { Output } from './terminal/output.ts';

const personId = /^usr_[0-9a-hjkmnp-tv-z]{26}$/;

/** Shows a value to a person: the IDs of people in it, however deep, are their names. */
export type Named = <Value>(value: Value) => Value;

/**
 * The people whose IDs stand in what a command shows, by name. Two of one name are told apart by their address, and an
 * unknown one keeps the ID. JSON keeps IDs, so nobody is asked for there.
 */
export async function peopleIn(workspace: Workspace, output: Output, shown: unknown): Promise<Named> {
  const names = output.isJson ? new Map<string, string>() : await namesOf(workspace, [...idsIn(shown)]);
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item)])) : value;
  };
  return names.size === 0 ? (value) => value : (named as Named);
}

async function namesOf({ people }: Workspace, ids: readonly string[]): Promise<Map<string, string>> {
  const found: Awaited<ReturnType<typeof people.list>>['people'] = [];
  for (let from = 0; from < ids.length; from += limits.pageMost)
    found.push(...(await people.list({ ids: ids.slice(from, from + limits.pageMost) })).people);
  const namesakes = Map.groupBy(found, ({ name }) => name);
  return new Map(
    found.map(({ id, name, email }) => [id, namesakes.get(name)!.length > 1 ? `${name} (${email ?? id})` : name]),
  );
}

function* idsIn(value: unknown, seen = new Set<string>()): Iterable<string> {
  if (typeof value === 'string' && personId.test(value) && !seen.has(value)) {
    seen.add(value);
    yield value;
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* idsIn(item, seen);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
