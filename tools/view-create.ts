import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { viewAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';
import { viewDefinition } from './view-definition.ts';

type Definition = Parameters<Workspace['views']['create']>[0];

export default tool({
  name: 'workspace_view_create',
  group: 'views',
  title: 'Save a View',
  description: 'Saves a View on a Data Set for everyone in the channel. Read it with workspace_view_data.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject(viewDefinition),
  output: z.object(viewAnswer),
  async run(workspace, input) {
    const { definition: _, ...view } = (await workspace.views.create(input as Definition)).view;
    return { view };
  },
});
