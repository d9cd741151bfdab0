import * as z from 'zod';
import { Visibility } from './channels.ts';
import { LinkTargetType, Person } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

const id = (what: string) => z.string().min(1).max(limits.identifier).describe(what);

const Change = z.object({
  count: z.int(),
  people: z.array(Person).describe(`By name, at most ${limits.previewPeople}; count says how many there are`),
});

export const accessPreview = {
  get: operation({
    summary: 'Who would gain or lose access by attaching or moving something, or by opening or closing a channel',
    scope: 'workspace.read',
    http: 'GET /api/workspace/access-preview',
    problems: ['forbidden', 'not_found'],
    input: () =>
      z.strictObject({
        resourceType: z.enum(['file', 'artifact', 'session', 'channel']),
        resourceId: id('ID of the thing to attach, or ID or slug of the channel'),
        targetType: z
          .enum([...LinkTargetType.options, 'home'])
          .optional()
          .describe(
            'Where a file, artifact or session would be attached. home: the channel that an artifact would move to; without targetId, none',
          ),
        targetId: id('ID of the destination (a channel may be named by its slug)').optional(),
        visibility: Visibility.optional().describe('The visibility that a channel would get'),
      }),
    output: () => z.object({ gains: Change, loses: Change }),
  }),
};
export type AccessChange = z.infer<typeof Change>;
