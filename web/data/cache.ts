import { QueryCache, QueryClient } from '@tanstack/react-query';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { connection } from './connection.ts';
import { isNotHere } from './problems.ts';

/** Whether the person must sign in before anything else can be read. */
const isSignedOut = (error: unknown) => error instanceof WorkspaceError && error.code === 'unauthenticated';

/**
 * Answers of the workspace by key. Keys begin with the kind of thing and its ID. A change of the thing makes them stale (`concerned.ts`). Answers that are not shared any more are dropped. The client retries by itself.
 */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSignedOut(error)) connection.set('signed-out');
      if (isNotHere(error)) query.setState({ data: undefined });
    },
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Drops every answer that no page shows. */
export const forgetUnseen = (): void => cache.removeQueries({ type: 'inactive' });
