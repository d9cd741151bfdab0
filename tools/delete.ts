import * as z from 'zod';
import { TrashedType } from '../schemas/trash.ts';
import { idempotencyKey } from './shared.ts';
import { removes, tool } from './tool.ts';

export default tool({
  name: 'workspace_delete',
  group: 'records',
  title: 'Move to the trash',
  description: 'Moves a document or sheet to the trash. workspace_restore takes it out again.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({
    type: TrashedType.describe('What it is'),
    id: z.string().describe('Its ID'),
    idempotencyKey,
  }),
  output: z.object({ deleted: z.boolean() }),
  run: (workspace, { id, idempotencyKey }) => workspace.artifacts.remove({ artifactId: id, idempotencyKey }),
});
