import * as z from 'zod';
import { fileAnswer, fileId, idempotencyKey, targetId, withFewLinks } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_detach',
  group: 'default',
  title: 'Detach a file',
  description: 'Detaches a file; the file itself stays.',
  scope: 'workspace.write',
  annotations: removes,
  quotes: true,
  input: z.strictObject({
    fileId,
    targetType: z.enum(['channel', 'session', 'record']).describe('Kind'),
    targetId,
    idempotencyKey,
  }),
  output: z.object({ file: z.object(fileAnswer) }),
  async run(workspace, input) {
    const { file } = await workspace.files.unlink(input);
    return { file: withFewLinks(file) };
  },
});
