import { join } from 'node:path';
import type { Workspace } from '../../schemas/index.ts';
import { openCore } from '../../src/commands/core.ts';
import { readConfig } from '../../src/config.ts';

export interface LocalWorkspace {
  readonly workspace: Workspace;
  readonly databasePath: string;
  /** Waits until search knows all that was stored, which works in the background. */
  indexed(): Promise<void>;
  close(): Promise<void>;
}

/** The service core on a new folder, in this process. */
export async function openLocalWorkspace(dataFolder: string): Promise<LocalWorkspace> {
  const core = await openCore(await readConfig({ data: dataFolder }), {
    publicUrl: () => 'http://127.0.0.1',
    gatewayUrl: async () => 'http://127.0.0.1',
    onError: (error) => {
      throw error;
    },
  });
  return {
    workspace: core.workspaceFor(await core.localCaller('mcp')),
    databasePath: join(dataFolder, 'workspace.db'),
    indexed: () => core.services.indexer.idle(),
    close: () => core.close(),
  };
}
