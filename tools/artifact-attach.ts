import * as z from 'zod';
import { artifactId, idempotencyKey, targetId } from './shared.ts';
import { sets, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_attach',
  group: 'default',
  title: 'Attach an artifact',
  description:
    'Puts a reference to an artifact into a channel or record. Nothing is copied and nobody gains access. attached is false when it was there already.',
  scope: 'workspace.write',
  annotations: sets,
  input: z.strictObject({
    artifactId,
    targetType: z.enum(['channel', 'record']).describe('Kind'),
    targetId,
    idempotencyKey,
  }),
  output: z.object({ attached: z.boolean() }),
  run: (workspace, input) => workspace.artifacts.link(input),
});
