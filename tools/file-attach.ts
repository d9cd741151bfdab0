import * as z from 'zod';
import { fileAnswer, fileId, idempotencyKey, targetId, withFewLinks } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_attach',
  group: 'default',
  title: 'Attach a file',
  description:
    'Attaches a stored file to a channel, session or record. Everyone who reads the destination can then read the file.',
  scope: 'workspace.write',
  annotations: sets,
  quotes: true,
  input: z.strictObject({
    fileId,
    targetType: z.enum(['channel', 'session', 'record']).describe('Kind'),
    targetId,
    idempotencyKey,
  }),
  output: z.object({ file: z.object(fileAnswer) }),
  async run(workspace, input) {
    const { file } = await workspace.files.link(input);
    return { file: withFewLinks(file) };
  },
});
