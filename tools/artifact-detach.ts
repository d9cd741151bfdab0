import * as z from 'zod';
import { artifactId, idempotencyKey, targetId } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_detach',
  group: 'default',
  title: 'Detach an artifact',
  description: 'Takes the reference away; the artifact stays. detached is false when there was none.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({
    artifactId,
    targetType: z.enum(['channel', 'record']).describe('Kind'),
    targetId,
    idempotencyKey,
  }),
  output: z.object({ detached: z.boolean() }),
  run: (workspace, input) => workspace.artifacts.unlink(input),
});
