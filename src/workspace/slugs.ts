import { folded } from '../store/folding.ts';

/** A name as part of an address; `otherwise` where nothing of it can be. */
export function slugOf(name: string, otherwise: string): string {
  const slug = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 64).replace(/-+$/, '') || otherwise;
}

/** The slug, or that with the first free number behind it. */
export async function freeSlug(slug: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  if (!(await isTaken(slug))) return slug;
  for (let number = 2; ; number += 1) {
    const numbered = `${slug.slice(0, 58)}-${number}`;
    if (!(await isTaken(numbered))) return numbered;
  }
}
