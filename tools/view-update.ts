import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { viewAnswer, viewId } from './shared.ts';
import { adds, tool } from './tool.ts';
import { viewDefinition } from './view-definition.ts';

type Replacement = Parameters<Workspace['views']['update']>[0];

export default tool({
  name: 'workspace_view_update',
  group: 'views',
  title: 'Change a View',
  description:
    'Saves a new version: send the complete definition that workspace_views_list shows, changed. If someone else changed it since, you get version_conflict: show it, read again, decide; never retry blindly.',
  scope: 'workspace.write',
  annotations: adds,
  quotes: true,
  input: z.strictObject({
    viewId,
    expectedCurrentVersionId: z.string().describe('currentVersionId that you read'),
    ...viewDefinition,
  }),
  output: z.object(viewAnswer),
  async run(workspace, input) {
    const { definition: _, ...view } = (await workspace.views.update(input as Replacement)).view;
    return { view };
  },
});
