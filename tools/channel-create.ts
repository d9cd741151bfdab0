import * as z from 'zod';
import { channelAnswer, idempotencyKey, title } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_channel_create',
  group: 'channels',
  title: 'Create a channel',
  description: 'Makes a channel that you manage.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    name: title,
    slug: z.string().optional().describe('a-z, 0-9 and -; default: made from the name, unguessable if private'),
    description: z.string().optional().describe('Its purpose'),
    visibility: z.enum(['organization', 'private']).optional().describe('private: only explicit members see it'),
    idempotencyKey,
  }),
  output: z.object({ channel: channelAnswer }),
  run: (workspace, input) => workspace.channels.create(input),
});
