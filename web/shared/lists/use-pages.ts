import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../../src/sdk/index.ts';

interface OnePage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

export type ReadPage<Item> = (cursor: string | undefined, options: CallOptions) => Promise<OnePage<Item>>;

/** A list page by page. */
export const pagesQuery = <Item>(queryKey: QueryKey, read: ReadPage<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Shows a list page by page. */
export const usePagesOf = <Item>(query: PagesQuery<Item>) => useInfiniteQuery({ ...query, select: flat<Item> });

/** The same for a list that is read nowhere else. With `keepsPrevious` the list before stands until another is read. */
export const usePages = <Item>(queryKey: QueryKey, read: ReadPage<Item>, { keepsPrevious = false } = {}) =>
  useInfiniteQuery({
    ...pagesQuery(queryKey, read),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    select: flat<Item>,
  });

const flat = <Item>({ pages }: { pages: readonly OnePage<Item>[] }) => pages.flatMap(({ items }) => items);

type PagesQuery<Item> = ReturnType<typeof pagesQuery<Item>>;

export type Pages<Item> = ReturnType<typeof usePages<Item>>;
