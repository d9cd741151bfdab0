import { realpathSync } from 'node:fs';
import type { Workspace } from '../../schemas/index.ts';
import { usualScopes } from '../../schemas/operation.ts';
import { quoted } from '../../schemas/shell.ts';
import { forgetOutdated } from '../auth/forgetting.ts';
import type { Config } from '../config.ts';
import { answerWorker } from '../workspace/conversations/answering.ts';
import { GivenAnswers } from '../workspace/conversations/given-answers.ts';
import { workspaceFor } from '../workspace/call.ts';
import { WebhookDeliveries } from '../workspace/webhooks/deliveries.ts';
import type { Caller, CallOptions, Services } from '../workspace/operation/context.ts';
import { startMaintenance } from '../folder/maintenance.ts';
import { type OpenOptions, openedToWrite, openWorkspace } from '../folder/open.ts';
import { tokenFrom, type UploadAuthorization } from '../workspace/operation/upload-example.ts';
import { localUser } from '../workspace/people/users.ts';
import { type LoadKeys, refuseKeyWithoutServer, refuseUnfitKey, signingKeysOf } from './signing-keys.ts';
import { startSourceSchedule } from './source-schedule.ts';

export interface CoreOptions {
  readonly readOnly?: boolean;
  /** Whether a folder that is only read still notes which answers its user was given, where it can be written. */
  readonly notesGiven?: boolean;
  /** Whether several callers share this process. */
  readonly isShared?: boolean;
  /** The background work of this process. It does all unless the folder is only read. */
  readonly work?: Work;
  readonly publicUrl: Services['publicUrl'];
  readonly gatewayUrl: () => Promise<string>;
  /** The token of this machine's user unless given. */
  readonly uploadAuthorization?: UploadAuthorization;
  readonly asRecorded?: OpenOptions['asRecorded'];
  readonly onUnreadable?: OpenOptions['onUnreadable'];
  readonly onError: (error: unknown) => void;
}

/** Maintenance, due sources, questions, webhooks and all texts; only the texts that it stores; or nothing. */
type Work = 'all' | 'own texts' | 'none';

/** The service core on a data folder, in this process. */
export interface Core {
  readonly services: Services;
  /** Questions that wait for their answer, or are being answered. */
  readonly questionQueue: () => Promise<number>;
  readonly installationId: string;
  readonly signingKeys: LoadKeys;
  readonly workspaceFor: (caller: Caller, options?: CallOptions) => Workspace;
  /** The user of this machine, who needs no token. */
  readonly localCaller: (via: 'mcp' | 'cli') => Promise<Caller>;
  close(): Promise<void>;
}

export async function openCore(config: Config, options: CoreOptions): Promise<Core> {
  const { readOnly = false, notesGiven = false, work = readOnly ? 'own texts' : 'all', onError } = options;
  const { dataFolder, model, webhookHosts } = config;
  const { installation, signingKeys, close, ...stores } = await openedWithKeys(config, options, work);
  const { database } = stores;
  const workspaceOf: Core['workspaceFor'] = (caller, limits) => workspaceFor(services, caller, limits);
  const worker = answerWorker({ database, workspaceFor: workspaceOf, model, onError });
  const given = { database: readOnly && notesGiven ? openedToWrite(dataFolder) : database, onError };
  const givenAnswers = new GivenAnswers(given);
  const services: Services = {
    ...stores,
    answerWorker: worker,
    givenAnswers,
    publicUrl: options.publicUrl,
    gatewayUrl: options.gatewayUrl,
    uploadAuthorization: options.uploadAuthorization ?? tokenFrom(tokenCommand(dataFolder)),
    webhookHosts,
    cursorSecret: installation.cursorSecret,
    issueToken: async (request) =>
      (await import('../auth/tokens.ts')).issueOwnToken(
        { database, keys: await signingKeys(), installationId: installation.id },
        request,
      ),
    rotateKeys: async () => (await signingKeys()).rotate(),
  };
  const hasBackground = work === 'all';
  if (hasBackground) worker.start();
  const stopBackground = hasBackground ? startBackground(config, services, onError) : async () => {};
  return {
    services,
    questionQueue: () => worker.queued(),
    installationId: installation.id,
    signingKeys,
    workspaceFor: workspaceOf,
    localCaller: async (via) => ({ ...(await database.read(localUser)), scopes: usualScopes, interface: via }),
    async close() {
      await Promise.all([stopBackground(), worker.close(), givenAnswers.close()]);
      await close();
    },
  };
}

/** The stores of the workspace and the keys of its gateways. Throws `unavailable` before it makes what cannot work. */
async function openedWithKeys(config: Config, options: CoreOptions, work: Work) {
  const { dataFolder, key, database: server, replicas, userName, querySeconds, blobs, s3 } = config;
  const { readOnly = false, isShared = false, asRecorded = false, onUnreadable, onError } = options;
  const asked = { dataFolder, database: server, blobs, key, asRecorded };
  await refuseKeyWithoutServer(asked);
  const opened = await openWorkspace({
    dataFolder,
    database: server,
    replicas,
    readOnly,
    isShared,
    leavesTexts: work === 'none',
    userName,
    querySeconds,
    blobs,
    s3,
    asRecorded,
    admit: (found) => refuseUnfitKey(found, asked),
    onUnreadable,
    onError,
  });
  try {
    const signingKeys = await signingKeysOf({ workspace: opened, dataFolder, key, readOnly, isGateway: isShared });
    return { ...opened, signingKeys };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Starts maintenance, due sources and webhooks. Returns what ends them. */
function startBackground(config: Config, services: Services, onError: CoreOptions['onError']): () => Promise<void> {
  const { dataFolder, key, trashDays, webhookHosts } = config;
  const { database } = services;
  const stopMaintenance = startMaintenance(services, forgetOutdated, trashDays, onError);
  const stopSources = startSourceSchedule({ dataFolder, key, database, onError });
  const deliveries = new WebhookDeliveries({
    database,
    workspaceOf: (owner, gone) =>
      workspaceFor(services, { ...owner, scopes: ['workspace.read'], interface: 'api' }, { gone: () => gone }),
    hosts: webhookHosts,
    onError,
  });
  if (webhookHosts.length > 0) deliveries.start();
  return async () => {
    stopMaintenance();
    await Promise.all([stopSources(), deliveries.close()]);
  };
}

/** Prints an `Authorization` header for the user of this machine. */
const tokenCommand = (dataFolder: string): string =>
  [process.execPath, realpathSync(process.argv[1]!), 'token', '--header', '--data', dataFolder].map(quoted).join(' ');
