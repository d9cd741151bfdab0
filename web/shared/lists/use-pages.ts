import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../../src/sdk/index.ts';

interface OnePage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

export type ReadPage<Item> = (cursor: string | undefined, options: CallOptions) => Promise<OnePage<Item>>;

/** A list page by page. With `keepsPrevious` the list before stands until another is read. */
export function usePages<Item>(queryKey: QueryKey, read: ReadPage<Item>, { keepsPrevious = false } = {}) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

export type Pages<Item> = ReturnType<typeof usePages<Item>>;
