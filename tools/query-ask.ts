import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { answerWithin, queryAnswer, toldOf, waitSeconds } from './answers.ts';
import { channelId, idempotencyKey, viewId } from './shared.ts';
import { adds, tool } from './tool.ts';

const waitedFor = 20;

export default tool({
  name: 'workspace_query_ask',
  group: 'default',
  title: 'Ask a question',
  description:
    'Answers a question in prose from what the user may read. Confidence exact: figures of a typed query that reads every word. likely: figures too; check how answer says it was read. supported: passages with sources. none: nothing was found. The question and its answer are kept as a session. If status is still queued or running, call workspace_query_get.',
  scope: 'workspace.query',
  annotations: adds,
  quotes: true,
  input: z.strictObject({
    question: z.string().describe(`1 to ${limits.question} characters`),
    channelId: channelId.optional().describe('Channel that it is about (ID or slug); default: all'),
    viewId: viewId.optional().describe('View of that channel that it is about'),
    waitSeconds: waitSeconds(waitedFor),
    idempotencyKey,
  }),
  output: z.object(queryAnswer),
  async run(workspace, { waitSeconds = waitedFor, ...question }, call) {
    const { query } = await workspace.queries.ask({ mode: 'session', ...question });
    return toldOf(await answerWithin(workspace, query.id, waitSeconds, call));
  },
});
