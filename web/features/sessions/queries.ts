import { queryOptions } from '@tanstack/react-query';
import type { Workspace } from '../../../schemas/index.ts';
import type { Message, Session } from '../../../schemas/sessions.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';

/** A question with its progress, as lists answer it. */
export type ListedQuery = Awaited<ReturnType<Workspace['queries']['list']>>['queries'][number];

const pageItems = 200;

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId],
    queryFn: async ({ signal }) => (await workspace.sessions.get({ sessionId }, { signal })).session,
  });

export const messagesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId, 'messages'],
    queryFn: ({ signal }) =>
      Array.fromAsync(itemsOf(workspace.sessions.messages, { sessionId, limit: pageItems }, { signal })),
  });

/** The person's questions in a conversation of theirs, oldest first. Nobody else may read them. */
export const askedQuery = ({ id, createdAt, access }: Session) =>
  queryOptions({
    queryKey: ['session', id, 'asked'],
    queryFn: async ({ signal }) => {
      const asked: ListedQuery[] = [];
      // The newest come first, and no question is older than its conversation.
      for await (const query of itemsOf(workspace.queries.list, { limit: pageItems }, { signal })) {
        if (query.createdAt < createdAt) break;
        if (query.sessionId === id) asked.unshift(query);
      }
      return asked;
    },
    enabled: access === 'owner',
  });

/** A question with its answer. It is read again, as often as the workspace says, until it is answered. */
export const answerQuery = (queryId: string) =>
  queryOptions({
    queryKey: ['query', queryId],
    queryFn: async ({ signal }) => (await workspace.queries.get({ queryId }, { signal })).query,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => state.data?.pollAfterMs ?? false,
  });

/** The questions of messages, and the questions that answers belong to, by the messages' IDs. */
export function pairsOf(messages: readonly Message[], asked: readonly ListedQuery[]): ReadonlyMap<string, ListedQuery> {
  const pairs = new Map<string, ListedQuery>();
  const done = asked
    .filter(({ status, completedAt }) => status === 'completed' && completedAt !== undefined)
    .toSorted((one, other) => one.completedAt!.localeCompare(other.completedAt!));
  for (const { id, role, createdAt } of messages) {
    // A question is stored with its message, and an answer is said right after its question is completed.
    const query =
      role === 'user'
        ? asked.find((one) => one.createdAt === createdAt)
        : done[0] && done[0].completedAt! <= createdAt
          ? done.shift()
          : undefined;
    if (query) pairs.set(id, query);
  }
  return pairs;
}
