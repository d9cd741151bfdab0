import * as z from 'zod';
import { artifactAnswer, artifactId, idempotencyKey, withFewLinks } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_move',
  group: 'channels',
  title: 'Move an artifact home to another channel',
  description:
    'The readers of the new home channel read the artifact and its writers edit it. Readers of the old one alone lose it. Attachments stay.',
  scope: 'workspace.write',
  annotations: sets,
  input: z.strictObject({
    artifactId,
    channelId: z
      .string()
      .nullable()
      .describe('Channel ID or slug; null takes it out of every channel, so that only its creator reads it'),
    idempotencyKey,
  }),
  output: z.object({ artifact: z.object(artifactAnswer) }),
  async run(workspace, input) {
    const { artifact } = await workspace.artifacts.update(input);
    return { artifact: withFewLinks(artifact) };
  },
});
