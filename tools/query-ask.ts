import * as z from 'zod';
import { invalidRequest } from '../schemas/errors.ts';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { answerWithin, queryAnswer, toldOf, waitSeconds } from './answers.ts';
import { channelId, idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

const waitedFor = 20;

const input = z.strictObject({
  question: z.string().optional().describe(`1 to ${limits.question} characters`),
  queryId: z.string().optional().describe('Instead: an earlier query, to read its answer'),
  sessionId: z.string().optional().describe('Session of yours to go on in'),
  channelId: channelId.optional().describe('Channel that it is about (ID or slug); default: all'),
  viewId: z.string().optional().describe('View of that channel that it is about'),
  waitSeconds: waitSeconds(waitedFor),
  offset: z.int().min(0).optional().describe('First character of a long answer'),
  idempotencyKey,
});

type Asked = z.output<typeof input>;

export default tool({
  name: 'workspace_query_ask',
  group: 'default',
  title: 'Ask a question',
  description:
    'Answers a question in prose from what the user may read. Confidence exact: figures of a typed query that reads every word. likely: figures too; check how answer says it was read. supported: passages with sources. none: nothing was found. It is kept as a session. If status is still queued or running, call again with queryId.',
  scope: 'workspace.query',
  annotations: adds,
  quotes: true,
  input,
  output: z.object(queryAnswer),
  async run(workspace, { waitSeconds = waitedFor, offset, ...asked }, call) {
    refuseOthers(asked);
    const queryId = asked.queryId ?? (await newQuery(workspace, asked));
    return toldOf(await answerWithin(workspace, queryId, waitSeconds, call), offset);
  },
});

/** A new question, an earlier one, or a message of a session: each excludes arguments of the others. */
function refuseOthers(asked: Asked): void {
  if (asked.queryId === undefined && asked.question === undefined)
    throw invalidRequest('/question', 'is missing; give question, or queryId to read an answer');
  const [kind, excluded] =
    asked.queryId !== undefined
      ? (['queryId', ['question', 'sessionId', 'channelId', 'viewId']] as const)
      : (['sessionId', asked.sessionId === undefined ? [] : ['channelId', 'viewId']] as const);
  const stray = excluded.find((name) => asked[name as keyof typeof asked] !== undefined);
  if (stray !== undefined) throw invalidRequest(`/${stray}`, `cannot stand beside ${kind}; leave one of them out`);
}

async function newQuery(workspace: Workspace, { question = '', sessionId, ...about }: Asked): Promise<string> {
  const { idempotencyKey } = about;
  const { query } =
    sessionId === undefined
      ? await workspace.queries.ask({ mode: 'session', question, ...about })
      : await workspace.sessions.send({ sessionId, body: question, idempotencyKey });
  return query.id;
}
