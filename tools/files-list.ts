import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { channelId, listed, nextCursor, pageArguments, project, withinAnswerLimit } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_files_list',
  group: 'default',
  title: 'List files',
  description: 'Uploaded files that you may read, newest first; of a channel those attached to it.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({
    q: z.string().optional().describe('Words of the file name'),
    channelId: channelId.optional(),
    ...pageArguments,
  }),
  output: z.object({ files: listed, nextCursor }),
  run: (workspace, { fields, limit = limits.pageDefault, ...input }) =>
    withinAnswerLimit(
      async (most) => {
        const { files, ...rest } = await workspace.files.list({ ...input, limit: most });
        return { files: project(files, fields), ...rest };
      },
      limit,
      1,
    ),
});
