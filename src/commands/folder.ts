import type { Workspace } from '../../schemas/index.ts';
import { originOf, readConfig } from '../config.ts';
import { noWorkspace } from '../folder/open.ts';
import { holdsWorkspace } from '../folder/places/places.ts';
import { openCore } from './core.ts';
import { runningGateway } from '../folder/places/running-gateway.ts';
import { reportTo } from './stdio.ts';

interface FolderOptions {
  readonly readOnly: boolean;
  readonly mayMake: boolean;
  readonly onMade: () => void;
}

/** Opens a data folder's workspace as its local user. One command uses it and closes it. */
export async function openFolder(
  dataFolder: string,
  { readOnly, mayMake, onMade }: FolderOptions,
): Promise<{ workspace: Workspace; close(): Promise<void> }> {
  const config = await readConfig({ data: dataFolder });
  const isNew = !holdsWorkspace(dataFolder);
  if (isNew && !mayMake) throw noWorkspace(dataFolder);
  const publicUrl = () => runningGateway(dataFolder)?.publicUrl ?? config.publicUrl;
  const core = await openCore(config, {
    readOnly,
    notesGiven: true,
    // A new workspace has its files where the settings say.
    asRecorded: !isNew,
    publicUrl,
    gatewayUrl: async () => publicUrl() ?? originOf(config),
    onError: reportTo(config.logLevel),
  });
  if (isNew) onMade();
  return { workspace: core.workspaceFor(await core.localCaller('cli')), close: () => core.close() };
}
