import { WorkspaceError } from '../../schemas/errors.ts';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { Workspace } from '../../schemas/index.ts';

/** A Data Set of a channel by its ID, its key or its name. */
export async function dataSetIn(workspace: Workspace, channelId: string, named: string): Promise<DataSet> {
  const { channel } = await workspace.channels.get({ channelId });
  const found =
    channel.dataSets.find(({ objectTypeId, objectType }) => objectTypeId === named || objectType === named) ??
    channel.dataSets.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found) return found;
  const names = channel.dataSets.map(({ objectType }) => objectType).join(', ') || 'none';
  throw new WorkspaceError('not_found', `The channel has no Data Set ${named}; it has: ${names}.`);
}
