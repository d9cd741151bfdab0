import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';

const pendingMs = 1_000;

/** The text of a file, a window at a time. A text that is being extracted is asked for again. */
export const textQuery = (fileId: string, length: number) =>
  infiniteQueryOptions({
    queryKey: ['file', fileId, 'text', length],
    queryFn: async ({ pageParam, signal }) =>
      (await workspace.files.text({ fileId, offset: pageParam, length }, { signal })).text,
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.status === 'pending' ? pendingMs : false),
  });
