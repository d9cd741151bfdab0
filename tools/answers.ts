import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import type { Query } from '../schemas/queries.ts';
import { fittedAnswer } from './fitting.ts';
import type { Call } from './tool.ts';

export const waitSeconds = (usual: number) =>
  z
    .number()
    .min(0)
    .max(limits.waitSeconds)
    .optional()
    .describe(`How long to wait for the answer: 0 to ${limits.waitSeconds}, default ${usual}`);

/** A session query as a model sees it: its status and its answer. */
export const queryAnswer = {
  query: z.object({
    id: z.string(),
    status: z.string().describe('queued, running, completed, failed or cancelled'),
    sessionId: z.string(),
    answer: z.string().optional(),
    nextOffset: z.int().optional().describe('Where an answer that was cut goes on'),
    confidence: z.string().optional(),
    values: z.array(z.looseObject({})).optional().describe('The answered values: {value, type}'),
    typedQuery: z.looseObject({}).optional().describe('Input for workspace_query_run'),
    sources: z.array(z.object({ type: z.string(), id: z.string(), title: z.string() })).optional(),
    error: z.object({ code: z.string(), detail: z.string() }).optional(),
  }),
};

/** The fields of a query that its asker does not know. */
export const toldOf = ({ question: _question, ...query }: Query, offset?: number) => ({
  query: fittedAnswer(query, offset),
});

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** The query once terminal, or as it stands after `seconds` or when the caller leaves. */
export async function answerWithin(
  workspace: Workspace,
  queryId: string,
  seconds: number,
  { signal, progress }: Call,
): Promise<Query> {
  const began = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const { query } = await workspace.queries.get({ queryId });
    const waited = (performance.now() - began) / 1_000;
    if (query.completedAt !== undefined || waited >= seconds || signal.aborted) return query;
    progress({ progress: waited, total: seconds, message: query.status });
    await pause(Math.min(pauseMs, (seconds - waited) * 1_000), signal);
    // An answer that is read now would count as given, and nobody receives it.
    if (signal.aborted) return query;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
