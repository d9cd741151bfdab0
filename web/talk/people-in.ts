import { limits } from '../../schemas/limits.ts';
import { type Nameable, namedPeople } from '../../schemas/named-people.ts';

/** The people whom a text names. A name of several people names only the picked ones. */
export function peopleIn(body: string, picked: readonly Nameable[], all: readonly Nameable[]): string[] {
  const known = new Map([...picked, ...all].map((person) => [person.id, person]));
  const isPicked = new Set(picked.map(({ id }) => id));
  const ids = namedPeople(body, [...known.values()]).flatMap(({ people }) => {
    const chosen = people.filter(({ id }) => isPicked.has(id));
    return (chosen.length === 0 && people.length === 1 ? people : chosen).map(({ id }) => id);
  });
  return [...new Set(ids)].slice(0, limits.mentions);
}
