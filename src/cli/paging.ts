import { itemsOf } from '../sdk/index.ts';
import type { PageOptions } from './options.ts';

/** One page of a list; with `--all`, every page joined into one. */
export async function pageOf<Input extends object, Key extends string, Item>(
  list: (input: Input & Page) => Promise<{ [Name in Key]: Item[] } & { nextCursor?: string | undefined }>,
  key: Key,
  input: Input,
  { limit, cursor, all }: PageOptions,
): Promise<{ [Name in Key]: Item[] } & { nextCursor?: string | undefined }> {
  if (!all) return list({ ...input, limit, cursor });
  const items: unknown[] = [];
  for await (const item of itemsOf(list, { ...input, limit, cursor })) items.push(item);
  return { [key]: items } as { [Name in Key]: Item[] };
}

interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}
