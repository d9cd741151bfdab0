import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { listed, nextCursor, pageArguments, project, withinAnswerLimit } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_channels_list',
  group: 'default',
  title: 'List channels',
  description: 'Channels you can see, by name. Start here to find where things belong.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject(pageArguments),
  output: z.object({ channels: listed, nextCursor }),
  run: (workspace, { fields, limit = limits.pageDefault, ...page }) =>
    withinAnswerLimit(
      async (most) => {
        const { channels, ...rest } = await workspace.channels.list({ ...page, limit: most });
        return { channels: project(channels, fields), ...rest };
      },
      limit,
      1,
    ),
});
