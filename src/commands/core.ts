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

export async function openCore(
  config: Config,
  {
    readOnly = false,
    notesGiven = false,
    isShared = false,
    work = readOnly ? 'own texts' : 'all',
    publicUrl,
    gatewayUrl,
    uploadAuthorization,
    asRecorded = false,
    onUnreadable,
    onError,
  }: CoreOptions,
): Promise<Core> {
  const { dataFolder, database: server, userName, querySeconds, blobs, s3, trashDays, model, webhookHosts } = config;
  const asked = { dataFolder, database: server, blobs, key: config.key, asRecorded };
  await refuseKeyWithoutServer(asked);
  const { installation, close, ...stores } = await openWorkspace({
    dataFolder,
    database: server,
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
  const { database } = stores;
  const signingKeys = await signingKeysOf({
    workspace: { database, installation },
    dataFolder,
    key: config.key,
    readOnly,
    isGateway: isShared,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const worker = answerWorker({
    database,
    workspaceFor: (caller, options) => workspaceFor(services, caller, options),
    model,
    onError,
  });
  const given = { database: readOnly && notesGiven ? openedToWrite(dataFolder) : database, onError };
  const givenAnswers = new GivenAnswers(given);
  const services: Services = {
    ...stores,
    answerWorker: worker,
    givenAnswers,
    publicUrl,
    gatewayUrl,
    uploadAuthorization: uploadAuthorization ?? tokenFrom(tokenCommand(dataFolder)),
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
  const stopMaintenance = hasBackground ? startMaintenance(services, forgetOutdated, trashDays, onError) : () => {};
  const stopSources = hasBackground
    ? startSourceSchedule({ dataFolder, key: config.key, database, onError })
    : async () => {};
  const deliveries = new WebhookDeliveries({
    database,
    workspaceOf: (owner, gone) =>
      workspaceFor(services, { ...owner, scopes: ['workspace.read'], interface: 'api' }, { gone: () => gone }),
    hosts: webhookHosts,
    onError,
  });
  if (hasBackground) worker.start();
  if (hasBackground && webhookHosts.length > 0) deliveries.start();
  return {
    services,
    questionQueue: () => worker.queued(),
    installationId: installation.id,
    signingKeys,
    workspaceFor: (caller, options) => workspaceFor(services, caller, options),
    localCaller: async (via) => ({ ...(await database.read(localUser)), scopes: usualScopes, interface: via }),
    async close() {
      stopMaintenance();
      await Promise.all([stopSources(), worker.close(), deliveries.close(), givenAnswers.close()]);
      await close();
    },
  };
}

/** Prints an `Authorization` header for the user of this machine. */
const tokenCommand = (dataFolder: string): string =>
  [process.execPath, realpathSync(process.argv[1]!), 'token', '--header', '--data', dataFolder].map(quoted).join(' ');
