import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '../../../src/sdk/index.ts';
import { quietMs } from '../../data/live.ts';

interface OnePage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

export type ReadPage<Item> = (cursor: string | undefined, options: CallOptions) => Promise<OnePage<Item>>;

/** A list page by page. */
export const pagesQuery = <Item>(queryKey: QueryKey, read: ReadPage<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => somethingOf(read, pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** A page may end before something that the person may see. It is read on until it shows something, or the end. */
async function somethingOf<Item>(read: ReadPage<Item>, cursor: string | undefined, options: CallOptions) {
  let page = await read(cursor, options);
  while (page.items.length === 0 && page.nextCursor !== undefined) page = await read(page.nextCursor, options);
  return page;
}

/** Shows a list page by page. */
export const usePagesOf = <Item>(query: PagesQuery<Item>) => useInfiniteQuery({ ...query, select: flat<Item> });

interface Ways {
  /** The list before stands until another is read. */
  readonly keepsPrevious?: boolean;
  /** It is read again and again while it is looked at. This is for changes that no activity tells. */
  readonly isReadAgain?: boolean;
}

/** The same for a list that is read nowhere else. */
export const usePages = <Item>(
  queryKey: QueryKey,
  read: ReadPage<Item>,
  { keepsPrevious = false, isReadAgain = false }: Ways = {},
) =>
  useInfiniteQuery({
    ...pagesQuery(queryKey, read),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: isReadAgain && quietMs,
    select: flat<Item>,
  });

const flat = <Item>({ pages }: { pages: readonly OnePage<Item>[] }) => pages.flatMap(({ items }) => items);

type PagesQuery<Item> = ReturnType<typeof pagesQuery<Item>>;

export type Pages<Item> = ReturnType<typeof usePages<Item>>;
