import { randomInt } from 'node:crypto';
import { folded } from '../../text/folding.ts';

/** A name as part of an address; `otherwise` where nothing of it can be. */
export function slugOf(name: string, otherwise: string): string {
  const slug = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 64).replace(/-+$/, '') || otherwise;
}

const endingLength = 6;

/** The slug with a random ending. A user who knows the name cannot find out that the slug is taken. */
export function unguessable(slug: string): string {
  const stem = slug.slice(0, 64 - endingLength - 1).replace(/-+$/, '');
  return `${stem}-${randomInt(36 ** endingLength)
    .toString(36)
    .padStart(endingLength, '0')}`;
}

const mostNumbered = 20;

/** The slug, or that with the first free number behind it; where many are taken, with a random ending. */
export async function freeSlug(slug: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  if (!(await isTaken(slug))) return slug;
  for (let number = 2; number <= mostNumbered; number += 1) {
    const numbered = `${slug.slice(0, 58)}-${number}`;
    if (!(await isTaken(numbered))) return numbered;
  }
  return freeSlug(unguessable(slug), isTaken);
}
