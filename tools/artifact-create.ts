import * as z from 'zod';
import { ArtifactKind } from '../schemas/artifacts.ts';
import { ClientApp } from '../schemas/common.ts';
import { artifactAnswer, channelId, idempotencyKey, title } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_artifact_create',
  group: 'default',
  title: 'Create a document or sheet',
  description:
    'Stores a new Markdown document (at most 1.5 MiB) or CSV sheet (at most 10 MiB) exactly as sent. Give channelId to let that channel read and edit it; without it only you can. Bytes that exist as a file on the machine go through workspace_file_upload_prepare instead.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    kind: ArtifactKind,
    title,
    content: z.string().describe('Complete text'),
    channelId: channelId.optional(),
    clientApp: ClientApp.optional(),
    idempotencyKey,
  }),
  output: z.object({ artifact: z.object(artifactAnswer) }),
  run: (workspace, input) => workspace.artifacts.create(input),
});
