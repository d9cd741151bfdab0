import { stdout } from 'node:process';
import { WorkspaceError } from '../../schemas/errors.ts';
import { openingPath, pathHere } from '../../schemas/urls.ts';
import { newSignInCode } from '../auth/app-sessions-sql.ts';
import type { Config } from '../config.ts';
import { noWorkspace, openWorkspace } from '../folder/open.ts';
import { holdsWorkspace } from '../folder/places/places.ts';
import type { Services } from '../workspace/operation/context.ts';
import { localUser } from '../workspace/people/users.ts';
import { answeringGateway } from '../folder/places/running-gateway.ts';

export interface OpenOptions {
  readonly browser: boolean;
}

interface Browser {
  readonly showInBrowser: (address: string) => Promise<void>;
}

/** `workspace open`: a link that signs the user of this machine in to the app of the running gateway once. */
export async function open(
  config: Config,
  path: string | undefined,
  { browser, showInBrowser }: OpenOptions & Browser,
): Promise<void> {
  if (!holdsWorkspace(config.dataFolder)) throw noWorkspace(config.dataFolder);
  const gateway = await answeringGateway(config.dataFolder);
  if (!gateway) throw notRunning(config.dataFolder);
  const { database, close } = await openWorkspace({ ...config, asRecorded: true, onError: () => {} });
  const link = await signInLink(database, gateway.publicUrl, path);
  await close();
  stdout.write(`${link}\n`);
  if (browser && stdout.isTTY) await showInBrowser(link);
}

/** An address that signs the user of this machine in once, within a minute. Servers are not sent what is behind the #. */
export async function signInLink(database: Services['database'], publicUrl: string, path?: string): Promise<string> {
  const { userId } = await database.read(localUser);
  const code = await newSignInCode(database, userId);
  const fragment = new URLSearchParams({ code });
  if (path !== undefined) fragment.set('to', pathHere(path));
  return `${publicUrl}${openingPath}#${fragment.toString()}`;
}

const notRunning = (dataFolder: string) =>
  new WorkspaceError(
    'unavailable',
    `No gateway runs on ${dataFolder}. Start one with "workspace serve", then run this again.`,
  );
