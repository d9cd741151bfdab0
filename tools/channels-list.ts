import * as z from 'zod';
import { Channel } from '../schemas/channels.ts';
import { listed, nextCursor, pageArguments, project } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_channels_list',
  group: 'default',
  title: 'List channels',
  description: 'Channels you can see, by name. Start here to find where things belong.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject(pageArguments),
  output: z.object({ channels: listed, nextCursor }),
  shorten: byItems(),
  async run(workspace, { fields, ...input }) {
    const { channels, ...rest } = await workspace.channels.list(input);
    return { channels: project(channels, fields, Channel), ...rest };
  },
});
