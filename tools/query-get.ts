import * as z from 'zod';
import { answerWithin, queryAnswer, waitSeconds } from './answers.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_query_get',
  group: 'default',
  title: 'Get an answer',
  description: 'How far a question of workspace_query_ask or workspace_session_message is, and its answer.',
  scope: 'workspace.query',
  annotations: reads,
  input: z.strictObject({ queryId: z.string().describe('Query ID'), waitSeconds: waitSeconds(0) }),
  output: z.object(queryAnswer),
  run: (workspace, { queryId, waitSeconds = 0 }, call) => answerWithin(workspace, queryId, waitSeconds, call),
});
