import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { channelOverview } from './channel-overview.ts';
import { wholeDataSet } from './data-sets.ts';
import { channelAnswer, channelId, nextCursor, pageArguments } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

const { limit, cursor } = pageArguments;

export default tool({
  name: 'workspace_channel_get',
  group: 'default',
  title: 'Get a channel',
  description:
    'One channel: your role (a reader cannot add to it), Data Sets, Views and members. Records and queries name their fields by key. Every record also has title, created_at, updated_at, created_by. Long choice lists are cut (choiceCount), very many Data Sets show only fieldCount: objectTypeId shows one whole.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    objectTypeId: z.string().optional().describe('Only this Data Set, with operators and all choices'),
    fields: z.array(z.string()).optional().describe('Only these field keys of that Data Set'),
    limit: limit.describe('Data Sets, or fields and choices of one'),
    cursor,
  }),
  output: z.object({
    channel: channelAnswer.omit({ description: true }).extend({
      dataSets: z.array(
        z.object({
          objectTypeId: z.string(),
          objectType: z.string(),
          name: z.string(),
          fields: z.array(z.object({ key: z.string(), type: z.string() })).optional(),
        }),
      ),
      views: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      members: z.array(z.object({ userId: z.string(), name: z.string() })).optional(),
    }),
    nextCursor,
  }),
  shorten: byItems(limits.pageMost),
  async run(workspace, { channelId, objectTypeId, fields, limit = limits.pageMost, cursor }) {
    const { channel } = await workspace.channels.get({ channelId });
    if (objectTypeId !== undefined) {
      const { dataSet } = await workspace.dataSets.get({ channelId: channel.id, objectTypeId });
      return wholeDataSet(channel, dataSet, { fields, limit, cursor });
    }
    return channelOverview(workspace, channel, { limit, cursor });
  },
});
