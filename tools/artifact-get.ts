import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { artifactAnswer, artifactId, windowArguments, withinAnswerLimit } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_get',
  group: 'default',
  title: 'Read an artifact',
  description:
    'A document or sheet with its content, a stretch at a time: while nextOffset is there, call again with it as offset. versionId is what an update must cite.',
  scope: 'workspace.read',
  annotations: reads,
  input: z.strictObject({
    artifactId,
    versionId: z.string().optional().describe('An older version; default the current one'),
    ...windowArguments,
  }),
  output: z.object({
    artifact: z.object({
      ...artifactAnswer,
      content: z.string(),
      offset: z.int(),
      length: z.int(),
      nextOffset: z.int().optional(),
    }),
  }),
  async run(workspace, { length, offset = 0, ...input }) {
    const read = async (bytes: number) => {
      const { artifact } = await workspace.artifacts.get({ ...input, offset, length: bytes });
      return { artifact: { ...artifact, offset: artifact.offset ?? offset, length: artifact.length ?? 0 } };
    };
    return length === undefined ? withinAnswerLimit(read, limits.windowDefault, limits.windowLeast) : read(length);
  },
});
