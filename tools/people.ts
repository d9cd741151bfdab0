import * as z from 'zod';
import { nextCursor, pageArguments } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_people',
  group: 'default',
  title: 'Find people',
  description:
    'The people of the organisation by name, with the IDs that mentions, user fields and members take. To mention somebody, write @Name.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    q: z.string().optional().describe('Words of the name or address'),
    limit,
    cursor,
  }),
  output: z.object({
    people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string().optional() })),
    nextCursor,
  }),
  shorten: byItems(),
  run: (workspace, input) => workspace.people.list(input),
});
