import { existsSync, realpathSync } from 'node:fs';
import type { Workspace } from '../../schemas/index.ts';
import { scopes } from '../../schemas/operation.ts';
import type { Config } from '../config.ts';
import { workspaceFor } from '../workspace/call.ts';
import type { Caller, Services } from '../workspace/context.ts';
import { startMaintenance } from '../workspace/maintenance.ts';
import { openWorkspace, placesIn } from '../workspace/open.ts';
import { quoted } from '../workspace/upload-example.ts';
import { localUser } from '../workspace/users.ts';
import { startSourceSchedule } from './source-schedule.ts';

export interface CoreOptions {
  readonly readOnly?: boolean;
  readonly publicUrl: () => string;
  readonly gatewayUrl: () => Promise<string>;
  /** Default: what reads the key of the data folder, for whoever is on this machine. */
  readonly authorizationCommand?: string;
  readonly onError: (error: unknown) => void;
}

/** The service core on a data folder, in this process. */
export interface Core {
  readonly services: Services;
  readonly installationId: string;
  readonly workspaceFor: (caller: Caller, onReplay?: () => void) => Workspace;
  /** The user of this machine, who needs no token. */
  readonly localCaller: (via: 'mcp' | 'cli') => Promise<Caller>;
  close(): Promise<void>;
}

const localAuthorization = (dataFolder: string): string =>
  [process.execPath, realpathSync(process.argv[1]!), 'token', '--header', '--data', dataFolder].map(quoted).join(' ');

export async function openCore(
  config: Config,
  { readOnly = false, publicUrl, gatewayUrl, authorizationCommand, onError }: CoreOptions,
): Promise<Core> {
  const { dataFolder, userName, querySeconds } = config;
  const { installation, close, ...stores } = await openWorkspace({
    dataFolder,
    readOnly,
    userName,
    querySeconds,
    onError,
  });
  const { signingKey } = placesIn(dataFolder);
  if (!readOnly && !existsSync(signingKey)) await (await import('../auth/keys.ts')).signingKeyAt(signingKey);
  const services: Services = {
    ...stores,
    publicUrl,
    gatewayUrl,
    authorizationCommand: authorizationCommand ?? localAuthorization(dataFolder),
    cursorSecret: installation.cursorSecret,
  };
  const stopMaintenance = readOnly ? () => {} : startMaintenance(services, onError);
  const stopSources = readOnly ? async () => {} : startSourceSchedule(dataFolder, services.database, onError);
  return {
    services,
    installationId: installation.id,
    workspaceFor: (caller, onReplay) => workspaceFor(services, caller, onReplay),
    localCaller: async (via) => ({ ...(await services.database.read(localUser)), scopes, interface: via }),
    async close() {
      stopMaintenance();
      await stopSources();
      await close();
    },
  };
}
