import * as z from 'zod';
import { Attachment } from '../schemas/records.ts';
import { channelId, listed, nextCursor, pageArguments, project, recordId } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_record_attachments',
  group: 'records',
  title: 'List attachments of a record',
  description:
    'Lists the files and artifacts attached to a record that you may read: files first, the last made first. workspace_file_attach and workspace_artifact_attach attach more.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({ channelId, recordId, ...pageArguments }),
  output: z.object({ attachments: listed, nextCursor }),
  shorten: byItems(),
  async run(workspace, { fields, ...input }) {
    const { attachments, ...rest } = await workspace.records.attachments(input);
    return { attachments: project(attachments, fields, Attachment), ...rest };
  },
});
