import * as z from 'zod';
import { PageUrl } from '../schemas/common.ts';
import { artifactId, idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_restore',
  group: 'default',
  title: 'Restore an artifact',
  description: 'Makes an older version the current one again, as a new version. version_conflict as in an update.',
  scope: 'workspace.write',
  annotations: adds,
  quotes: true,
  input: z.strictObject({
    artifactId,
    versionId: z.string().describe('The older version'),
    expectedVersionId: z.string().describe('versionId that you read'),
    idempotencyKey,
  }),
  output: z.object({
    artifact: z.object({
      id: z.string(),
      versionId: z.string(),
      versionNumber: z.int(),
      title: z.string(),
      url: PageUrl,
    }),
  }),
  async run(workspace, input) {
    const { id, versionId, versionNumber, title, url } = (await workspace.artifacts.restore(input)).artifact;
    return { artifact: { id, versionId, versionNumber, title, url } };
  },
});
