import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { ifReadable } from './apps.ts';
import { channelId } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_upload_prepare',
  group: 'default',
  app: 'upload',
  title: 'Prepare an upload',
  description:
    'Says how to send a file of up to maxBytes from the machine, without passing its bytes through you. Uploads nothing: run example in a shell as it stands, then check that it printed the file.',
  scope: 'workspace.write',
  annotations: reads,
  needsWriting: true,
  input: z.strictObject({
    fileName: z.string().optional().describe('Path of the file on this machine'),
    channelId: channelId.optional().describe('Channel to attach it to'),
    sessionId: z.string().optional().describe('Or session'),
    recordId: z.string().optional().describe('Or record'),
    sha256: z.string().optional().describe('Hex digest'),
  }),
  output: z.object({ example: z.string(), uploadUrl: z.string(), maxBytes: z.int() }),
  async run(workspace, input) {
    const prepared = await workspace.files.prepareUpload(input);
    const { channelId } = input;
    const forApp = async () => ({
      ...prepared,
      channel: channelId === undefined ? undefined : await ifReadable(named(workspace, channelId)),
    });
    return { ...prepared, forApp };
  },
});

async function named(workspace: Workspace, channelId: string) {
  const { slug, name } = (await workspace.channels.get({ channelId })).channel;
  return { slug, name };
}
