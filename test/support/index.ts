import { expect } from 'vitest';
import type { Db } from '../../src/store/tables.ts';
import { inStorage, whileReading } from './storage.ts';

/** Waits until everything that was stored so far is searchable, the texts of documents too. */
export async function indexed(dataFolder: string): Promise<void> {
  const left = async (db: Db) => [
    ...(await db.selectFrom('file_texts').select('file_id').where('status', '=', 'pending').execute()),
    ...(await db.selectFrom('index_queue').select('resource_id').execute()),
  ];
  await whileReading(dataFolder, async (read) => {
    await expect.poll(() => read(left), { timeout: 240_000, interval: 100 }).toEqual([]);
  });
}

/** The text of a resource as the index holds it, all versions of it, with white space made even. */
export async function indexedText(dataFolder: string, resourceId: string): Promise<string> {
  const passages = await inStorage(dataFolder, (db) =>
    db.selectFrom('passages').select('body').where('resource_id', '=', resourceId).orderBy('id').execute(),
  );
  return even(passages.map(({ body }) => body).join(' '));
}

export const even = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Numbered words that no stemmer touches: `word000000` and on. */
export const word = (number: number): string => `word${String(number).padStart(6, '0')}`;
export const wordBytes = 10;

/** This many words, each but the last followed by what `separator` says. */
export const wordsOf = (count: number, separator: (number: number) => string, first = 0): string =>
  Array.from({ length: count }, (_, index) => word(first + index) + (index < count - 1 ? separator(index) : '')).join(
    '',
  );
