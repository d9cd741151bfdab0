import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';

/** Its versions, newest first, a page at a time. */
export const versionsQuery = (artifactId: string) =>
  infiniteQueryOptions({
    queryKey: ['artifact', artifactId, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      workspace.artifacts.versions({ artifactId, limit: 100, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const diffQuery = (artifactId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['artifact', artifactId, 'diff', from, to],
    queryFn: ({ signal }) => workspace.artifacts.diff({ artifactId, from, to }, { signal }),
    staleTime: 'static',
  });

export type Version = Awaited<ReturnType<typeof workspace.artifacts.versions>>['versions'][number];
