import * as z from 'zod';
import { View } from '../schemas/views.ts';
import { fits } from './fitting.ts';
import { channelId, listed, nextCursor, pageArguments, project } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_views_list',
  group: 'views',
  title: 'List Views',
  description:
    'Saved Views of a channel, by name: id, slug, name, objectTypeId, renderer, definition, currentVersionId. A definition too long to show is left out (definitionLeftOut).',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({ channelId, ...pageArguments }),
  output: z.object({ views: listed, nextCursor }),
  shorten: byItems(),
  async run(workspace, { fields, ...input }) {
    const { views, ...rest } = await workspace.views.list(input);
    return { views: project(views.map(withShortDefinition), fields, View), ...rest };
  },
});

function withShortDefinition({ definition, ...view }: View) {
  return fits(definition) ? { ...view, definition } : { ...view, definitionLeftOut: true };
}
