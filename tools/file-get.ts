import * as z from 'zod';
import { fileAnswer, fileId } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_get',
  group: 'default',
  title: 'Get a file',
  description: 'Metadata of an uploaded file and where it is attached. Its content: workspace_file_content.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({ fileId }),
  output: z.object({ file: z.object(fileAnswer) }),
  run: (workspace, input) => workspace.files.get(input),
});
