import * as z from 'zod';
import { fileAnswer, fileId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_detach',
  group: 'default',
  title: 'Detach a file',
  description: 'Detaches a file; the file itself stays.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({ fileId, targetType: z.enum(['channel', 'session', 'record']), targetId: z.string() }),
  output: z.object({ file: z.object(fileAnswer) }),
  run: (workspace, input) => workspace.files.unlink(input),
});
