import { WorkspaceError } from '../../schemas/errors.ts';
import type { DataSet } from '../../schemas/data-sets.ts';
import type { Workspace } from '../../schemas/index.ts';
import { misuse } from './failure.ts';

/** A Data Set of a channel by its ID, key or name. Throws if the name is ambiguous or unknown. */
export async function dataSetIn(workspace: Workspace, channelId: string, named: string): Promise<DataSet> {
  const { channel } = await workspace.channels.get({ channelId });
  const byKey = channel.dataSets.find(({ objectTypeId, objectType }) => objectTypeId === named || objectType === named);
  const byName = channel.dataSets.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (!byKey && byName.length > 1) {
    const keys = byName.map(({ objectType }) => objectType).join(', ');
    throw misuse(`The channel has ${byName.length} Data Sets named ${named}; name one by its key: ${keys}.`);
  }
  const found = byKey ?? byName[0];
  if (found) return found;
  const names = channel.dataSets.map(({ objectType }) => objectType).join(', ') || 'none';
  throw new WorkspaceError('not_found', `The channel has no Data Set ${named}; it has: ${names}.`);
}
