import * as z from 'zod';
import { idempotencyKey } from './shared.ts';
import { adds, tool } from './tool.ts';

export default tool({
  name: 'workspace_restore',
  group: 'records',
  title: 'Restore from the trash',
  description:
    'Takes something out of the trash that workspace_trash lists. It has its ID, versions, links and discussions again.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({ id: z.string().describe('ID of what was deleted'), idempotencyKey }),
  output: z.object({ restored: z.object({ type: z.string(), id: z.string() }) }),
  run: (workspace, { id, ...input }) => workspace.trash.restore({ trashedId: id, ...input }),
});
