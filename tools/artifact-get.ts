import * as z from 'zod';
import { artifactAnswer, artifactId, windowArguments, withFewLinks } from './shared.ts';
import { byBytes, reads, tool } from './tool.ts';

/** A read says who wrote this version and when. Digests and creation data would only cost the model tokens. */
export default tool({
  name: 'workspace_artifact_get',
  group: 'default',
  title: 'Read an artifact',
  description:
    'A document or sheet with its content, a stretch at a time. While nextOffset is there, call again with it as offset. An update must cite versionId.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    artifactId,
    versionId: z.string().optional().describe('An older version; default the current one'),
    ...windowArguments,
  }),
  output: z.object({
    artifact: z.object({
      ...artifactAnswer,
      content: z.string(),
      offset: z.int().optional(),
      length: z.int().optional(),
      nextOffset: z.int().optional(),
    }),
  }),
  shorten: byBytes,
  async run(workspace, input) {
    const {
      sha256: _digest,
      createdAt: _created,
      createdBy: _creator,
      ...read
    } = (await workspace.artifacts.get(input)).artifact;
    return { artifact: withFewLinks(read) };
  },
});
