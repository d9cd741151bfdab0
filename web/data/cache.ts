import { QueryCache, QueryClient } from '@tanstack/react-query';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { connection } from './connection.ts';

/** Whether the person must sign in before anything else can be read. */
const isSignedOut = (error: unknown) => error instanceof WorkspaceError && error.code === 'unauthenticated';

/**
 * Answers of the workspace by key. Keys begin with the kind of thing and its ID. A change of the thing makes them stale (`live.ts`). The client retries by itself.
 */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) connection.set('signed-out');
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
