import * as z from 'zod';
import { ClientApp } from '../schemas/common.ts';
import { artifactAnswer, artifactId, idempotencyKey, title, withFewLinks } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_update',
  group: 'default',
  title: 'Edit a document or sheet',
  description:
    'Adds a version; older ones stay. Send edits to change parts without resending the text, or content to replace all of it. If someone else changed it since, you get version_conflict with their change: show it, read again, decide; never retry blindly.',
  scope: 'workspace.write',
  annotations: adds,
  quotes: true,
  input: z.strictObject({
    artifactId,
    expectedVersionId: z.string().describe('versionId that you read'),
    title: title.optional(),
    content: z.string().optional().describe('Complete new text'),
    edits: z
      .array(
        z.strictObject({
          oldText: z.string().describe('Exact present text, unique unless replaceAll; escapes as shown'),
          newText: z.string().describe('The replacement'),
          replaceAll: z.boolean().optional().describe('Every occurrence'),
        }),
      )
      .optional()
      .describe('Applied in order, all or none'),
    splices: z
      .array(z.strictObject({ start: z.int(), end: z.int(), text: z.string() }))
      .optional()
      .describe('Bytes start to end (excluded) of that version'),
    clientApp: ClientApp.optional(),
    idempotencyKey,
  }),
  output: z.object({ artifact: z.object(artifactAnswer) }),
  async run(workspace, input) {
    const { artifact } = await workspace.artifacts.update(input);
    return { artifact: withFewLinks(artifact) };
  },
});
