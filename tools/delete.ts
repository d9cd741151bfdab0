import * as z from 'zod';
import { invalidRequest } from '../schemas/errors.ts';
import type { Workspace } from '../schemas/index.ts';
import { TrashedType } from '../schemas/trash.ts';
import { named, trashQuestion } from './asking.ts';
import { channelId, idempotencyKey } from './shared.ts';
import { removes, tool } from './tool.ts';

interface Named {
  readonly id: string;
  readonly channelId: string;
  readonly idempotencyKey?: string | undefined;
}

type Deletion = (workspace: Workspace, named: Named) => Promise<{ deleted: true }>;

/** Things that are addressed through their channel. */
const inChannel: { readonly [Type in TrashedType]?: Deletion } = {
  record: ({ records }, { id: recordId, ...rest }) => records.remove({ recordId, ...rest }),
  view: ({ views }, { id: viewId, ...rest }) => views.remove({ viewId, ...rest }),
  data_set: ({ dataSets }, { id: objectTypeId, ...rest }) => dataSets.remove({ objectTypeId, ...rest }),
};

const byThemselves: { readonly [Type in TrashedType]?: Deletion } = {
  artifact: ({ artifacts }, { id: artifactId, idempotencyKey: key }) =>
    artifacts.remove({ artifactId, idempotencyKey: key }),
  file: ({ files }, { id: fileId, idempotencyKey: key }) => files.remove({ fileId, idempotencyKey: key }),
  session: ({ sessions }, { id: sessionId, idempotencyKey: key }) =>
    sessions.remove({ sessionId, idempotencyKey: key }),
  channel: ({ channels }, { id, idempotencyKey: key }) => channels.remove({ channelId: id, idempotencyKey: key }),
};

/** Readers of the name of a thing. Types without one here are shown by their ID. */
const names: {
  readonly [Type in TrashedType]?: (workspace: Workspace, id: string, channel: string) => Promise<string>;
} = {
  artifact: async ({ artifacts }, artifactId) => (await artifacts.get({ artifactId })).artifact.title,
  file: async ({ files }, fileId) => (await files.get({ fileId })).file.fileName,
  session: async ({ sessions }, sessionId) => (await sessions.get({ sessionId })).session.title,
  channel: async ({ channels }, channelId) => (await channels.get({ channelId })).channel.name,
  record: async ({ records }, recordId, channelId) => (await records.get({ channelId, recordId })).record.title,
};

export default tool({
  name: 'workspace_delete',
  group: 'records',
  title: 'Move to the trash',
  description: 'Moves something to the trash, a channel with all that is in it. workspace_restore takes it out again.',
  scope: 'workspace.write',
  annotations: removes,
  input: z.strictObject({
    type: TrashedType.describe('Its type'),
    id: z.string().describe('Its ID'),
    channelId: channelId.optional().describe('Its channel; required for a record, View or Data Set'),
    idempotencyKey,
  }),
  output: z.object({ deleted: z.boolean() }),
  async asks(workspace, { type, id, channelId: channel }) {
    const isNamed = channel !== undefined || !inChannel[type];
    const name = isNamed ? await names[type]?.(workspace, id, channel ?? '') : undefined;
    const words = type.replaceAll('_', ' ');
    const all = type === 'channel' ? ', with all that is in it,' : '';
    return trashQuestion(`the ${words} ${named(name ?? id)}${all}`);
  },
  run(workspace, { type, channelId: channel, ...named }) {
    const within = inChannel[type];
    if (within && channel === undefined) throw invalidRequest('/channelId', `is required to delete a ${type}`);
    return (within ?? byThemselves[type]!)(workspace, { ...named, channelId: channel ?? '' });
  },
});
