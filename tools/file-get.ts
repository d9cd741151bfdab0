import * as z from 'zod';
import { fileAnswer, fileId, withFewLinks } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_file_get',
  group: 'default',
  title: 'Get a file',
  description: 'Metadata of an uploaded file and where it is attached. Its content: workspace_file_content.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({ fileId }),
  output: z.object({ file: z.object(fileAnswer) }),
  async run(workspace, input) {
    const { file } = await workspace.files.get(input);
    return { file: withFewLinks(file) };
  },
});
