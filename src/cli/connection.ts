import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import { type GatewayOptions, WorkspaceClient } from '../sdk/index.ts';
import { Answers } from './answers.ts';
import { withCalls } from './calls.ts';
import { misuse } from './failure.ts';
import { guarded } from './guard.ts';
import { tell } from './terminal/output.ts';
import { requireSafe } from './safe-addresses.ts';
import { systemKeychain } from './sign-in/keychain.ts';
import { type Login, Logins } from './sign-in/logins.ts';

/** The workspace to use, from flags and environment. */
export interface Settings {
  readonly url: string | undefined;
  readonly dataFolder: string | undefined;
  /** An access token to use instead of a login. */
  readonly token: string | undefined;
  /** The folder of the logins. */
  readonly loginFolder: string;
  readonly keychain: boolean;
}

/** An open workspace, local or remote. */
interface Opened {
  readonly workspace: Workspace;
  close(): Promise<void>;
}

/** A workspace opened for a command. */
export interface OpenedFor extends Opened {
  /** Returns the error to report for an error of the command. */
  explained(error: unknown): unknown;
}

/** Opens the workspace of a data folder in this process. */
export type OpenFolder = (folder: string, options: FolderOptions) => Promise<Opened>;

interface FolderOptions {
  readonly readOnly: boolean;
  /** Whether to create a missing workspace. */
  readonly mayMake: boolean;
  /** Called after one was created. */
  readonly onMade: () => void;
}

export interface Intent {
  /** Whether `--allow-write` was given. */
  readonly allowWrite: boolean;
  /** Whether it stores something without effect on others, such as the user's own question. */
  readonly stores?: boolean;
  /** Aborts the call under way. */
  readonly signal: AbortSignal;
}

/** Opens a data folder or a gateway. Commands cannot tell which. */
export async function openWorkspace(settings: Settings, openFolder: OpenFolder, intent: Intent): Promise<OpenedFor> {
  const { dataFolder, url } = settings;
  const { allowWrite, signal } = intent;
  if (dataFolder !== undefined && url !== undefined) throw misuse('Give --url or --data, not both.');
  const opened =
    dataFolder === undefined
      ? openGateway(await gatewayOf(settings, 'cli'))
      : {
          explained: (error: unknown) => error,
          ...(await openFolder(dataFolder, {
            readOnly: !(allowWrite || intent.stores),
            mayMake: allowWrite,
            onMade: () => tell(`There was no workspace in ${dataFolder}: this made a new one.`),
          })),
        };
  const abortable = withCalls(opened.workspace, (call) => (input, options) => call(input, { signal, ...options }));
  return { ...opened, workspace: guarded(abortable, allowWrite) };
}

function openGateway(gateway: GatewayOptions): OpenedFor {
  const answers = new Answers(gateway.baseUrl);
  return {
    workspace: answers.of(new WorkspaceClient(gateway)),
    close: async () => {},
    explained: (error) => answers.explained(error),
  };
}

export const loginsOf = ({ loginFolder, keychain }: Settings): Logins =>
  new Logins(loginFolder, keychain ? systemKeychain : undefined);

/** The gateway to use, with the token of its login or of the environment. */
export async function gatewayOf(settings: Settings, through: 'cli' | 'mcp'): Promise<GatewayOptions> {
  const { url, token } = settings;
  if (token !== undefined) {
    if (url === undefined) throw misuse('WORKSPACE_TOKEN is set; say which gateway it is for with --url.');
    requireSafe(url);
    return { baseUrl: url, token, interface: through };
  }
  const logins = loginsOf(settings);
  const login = await loginOf(logins, url);
  const { bearerOf } = await import('./sign-in/bearer.ts');
  return { baseUrl: login.url, token: bearerOf(logins, login), interface: through };
}

/** The login at this gateway, or the most recent one. Throws `unauthenticated` without one. */
export async function loginOf(logins: Logins, url: string | undefined): Promise<Login> {
  const login = url === undefined ? await logins.last() : await logins.find(url);
  if (login) return login;
  throw new WorkspaceError(
    'unauthenticated',
    url === undefined
      ? 'No workspace is named. Sign in with `workspace login --url URL`, or name a data folder with --data.'
      : `You are not signed in at ${url}; run: workspace login --url ${url}`,
  );
}
