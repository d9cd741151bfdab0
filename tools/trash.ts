import * as z from 'zod';
import { TrashEntry, TrashedType } from '../schemas/trash.ts';
import { channelId, listed, nextCursor, pageArguments, project } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_trash',
  group: 'records',
  title: 'List the trash',
  description: 'Lists the deleted things that you may restore, the last deleted first.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    type: TrashedType.optional().describe('Only what is of this type'),
    channelId: channelId.optional(),
    ...pageArguments,
  }),
  output: z.object({ trash: listed, nextCursor }),
  shorten: byItems(),
  async run(workspace, { fields, ...input }) {
    const { trash, ...rest } = await workspace.trash.list(input);
    return { trash: project(trash, fields, TrashEntry), ...rest };
  },
});
