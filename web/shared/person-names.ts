import type { Person } from '../../schemas/common.ts';
import { workspace } from '../data/client.ts';

/** As many people as one request may name. */
const atOnce = 200;
/** How long to collect people who are shown together. */
const collectMs = 10;

let asked = new Map<string, PromiseWithResolvers<Person>>();

/** A person by ID. People who are asked for together come with one request. */
export function personOf(id: string): Promise<Person> {
  const known = asked.get(id);
  if (known) return known.promise;
  if (asked.size === 0) setTimeout(() => void answerAll(), collectMs);
  const person = Promise.withResolvers<Person>();
  asked.set(id, person);
  return person.promise;
}

async function answerAll(): Promise<void> {
  const all = [...asked];
  asked = new Map();
  for (let index = 0; index < all.length; index += atOnce) await answer(all.slice(index, index + atOnce));
}

async function answer(some: readonly [id: string, PromiseWithResolvers<Person>][]): Promise<void> {
  try {
    const { people } = await workspace.people.list({ ids: some.map(([id]) => id) });
    for (const [id, { resolve }] of some) resolve(people.find((person) => person.id === id) ?? { id, name: id });
  } catch (error) {
    for (const [, { reject }] of some) reject(error);
  }
}
