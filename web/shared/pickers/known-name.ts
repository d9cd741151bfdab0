import { cache } from '../../data/cache.ts';
import type { PickedType } from '../../fields/around.ts';

/** The name of a person or thing that a page has shown. */
export function knownName(type: PickedType, id: string): string | undefined {
  if (type === 'user') return cache.getQueryData<{ readonly name: string }>(['person', id])?.name;
  return cache.getQueryData<{ readonly title: string }>([type, id, 'reference'])?.title;
}
