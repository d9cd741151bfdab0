import * as z from 'zod';
import type { DataSet } from '../../../../schemas/data-sets.ts';
import { WorkspaceError } from '../../../../schemas/errors.ts';
import type { Field } from '../../../../schemas/fields.ts';
import { limits } from '../../../../schemas/limits.ts';
import { channelIn } from '../desk.ts';
import { inRoom } from '../room.ts';
import { modelTool } from './tool.ts';

export const listChannels = modelTool({
  name: 'list_channels',
  description: 'The channels that the user can see. Documents, files, posts and Data Sets (tables) are in channels.',
  input: z.strictObject({ cursor: z.string().optional().describe('nextCursor of the page before') }),
  async run({ workspace, channel, marking }, input) {
    const { channels, nextCursor } = channel
      ? { channels: [(await workspace.channels.get({ channelId: channel.id })).channel] }
      : await workspace.channels.list({ ...input, limit: limits.pageDefault });
    const lines = channels.map(({ id, slug, name, description }) =>
      JSON.stringify({ id, slug, name, description: description.slice(0, shownDescription) }),
    );
    return [
      marking.mark({ type: 'channels' }, lines.join('\n')),
      ...(nextCursor ? [`nextCursor: ${nextCursor}`] : []),
    ].join('\n');
  },
});

export const inspectChannel = modelTool({
  name: 'inspect_channel',
  description:
    'The Data Sets of a channel with their fields, and what can be asked of each. Every record also has title, created_at, updated_at and created_by.',
  input: z.strictObject({
    channelId: z.string().describe('ID or slug'),
    objectTypeId: z.string().optional().describe('Only this Data Set, with all choices of its fields'),
  }),
  async run(desk, { channelId, objectTypeId }) {
    const { channel } = await desk.workspace.channels.get({ channelId: channelIn(desk, channelId) });
    const { id, name: title } = channel;
    if (objectTypeId === undefined) {
      const { shown, left } = inRoom(channel.dataSets.map((dataSet) => JSON.stringify(inShort(dataSet))));
      const more = left === 0 ? [] : [`${left} more Data Sets are not shown: name an objectTypeId.`];
      return [desk.marking.mark({ type: 'channel', id, title }, shown.join('\n') || 'No Data Sets.'), ...more].join(
        '\n',
      );
    }
    const found = channel.dataSets.find((dataSet) => dataSet.objectTypeId === objectTypeId);
    if (!found) throw new WorkspaceError('not_found', 'There is no such Data Set in this channel.');
    const { shown, left } = inRoom(found.fields.map((field) => JSON.stringify(inFull(field))));
    const more = left === 0 ? [] : [`${left} more fields are not shown.`];
    return [
      desk.marking.mark({ type: 'data_set', id: objectTypeId, title: found.name }, shown.join('\n')),
      ...more,
    ].join('\n');
  },
});

const shownDescription = 300;
const shownChoices = 30;

const inShort = ({ objectTypeId, name, description, fields }: DataSet) => ({
  objectTypeId,
  name,
  ...(description && { description: description.slice(0, shownDescription) }),
  fields: fields.map(({ key, label, type, multiple, options }) => ({
    key,
    label,
    type,
    ...(multiple && { multiple }),
    ...(options?.currencyCode && { currencyCode: options.currencyCode }),
    ...(options?.choices && { choices: options.choices.slice(0, shownChoices).map((choice) => choice.key) }),
  })),
});

const inFull = ({ key, label, type, multiple, operators, functions, options }: Field) => ({
  key,
  label,
  type,
  ...(multiple && { multiple }),
  operators,
  functions,
  ...(options?.currencyCode && { currencyCode: options.currencyCode }),
  ...(options?.choices && { choices: options.choices.map((choice) => ({ key: choice.key, label: choice.label })) }),
});
