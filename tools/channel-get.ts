import * as z from 'zod';
import { channelAnswer, channelId } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_channel_get',
  group: 'default',
  title: 'Get a channel',
  description: 'One channel with your role in it (a reader cannot add to it).',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({ channelId }),
  output: z.object({ channel: channelAnswer }),
  run: (workspace, input) => workspace.channels.get(input),
});
