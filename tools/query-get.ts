import * as z from 'zod';
import { answerWithin, queryAnswer, toldOf, waitSeconds } from './answers.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_query_get',
  group: 'earlier',
  earlierGroup: 'default',
  title: 'Get an answer',
  description: 'How far a question of workspace_query_ask or workspace_session_message is, and its answer.',
  scope: 'workspace.query',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    queryId: z.string().describe('Query ID'),
    waitSeconds: waitSeconds(0),
    offset: z.int().min(0).optional().describe('First character of the answer; default 0'),
  }),
  output: z.object(queryAnswer),
  async run(workspace, { queryId, waitSeconds = 0, offset }, call) {
    return toldOf(await answerWithin(workspace, queryId, waitSeconds, call), offset);
  },
});
