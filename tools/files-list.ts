import * as z from 'zod';
import { File } from '../schemas/files.ts';
import { channelId, listed, nextCursor, pageArguments, project } from './shared.ts';
import { shortFiles } from './short-items.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_files_list',
  group: 'default',
  title: 'List files',
  description:
    'Uploaded files that you may read, newest first, in short; of a channel those attached to it. by is a number in people.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    q: z.string().optional().describe('Words of the file name'),
    channelId: channelId.optional(),
    ...pageArguments,
  }),
  output: z.object({ files: listed, people: z.looseObject({}).optional(), nextCursor }),
  shorten: byItems(),
  async run(workspace, { fields, ...input }) {
    const { files, ...rest } = await workspace.files.list(input);
    return { ...(fields ? { files: project(files, fields, File) } : shortFiles(files)), ...rest };
  },
});
