import { stdout } from 'node:process';
import { limits } from '../../schemas/limits.ts';
import { Title } from '../../schemas/common.ts';
import { issueOwnToken } from '../auth/tokens.ts';
import { type Config, ConfigError } from '../config.ts';
import { openWorkspace } from '../folder/open.ts';
import { keepNamedToken } from '../workspace/people/sign-ins.ts';
import { findUserByEmail, localUser, noUserNamed } from '../workspace/people/users.ts';
import type { Caller } from '../workspace/operation/context.ts';
import { scopesOf } from './scope-option.ts';
import { refuseKeyWithoutServer, refuseUnfitKey, signingKeysOf } from './signing-keys.ts';

export interface TokenOptions {
  readonly user: string | undefined;
  readonly name: string | undefined;
  readonly scope: string | undefined;
  readonly expires: string | undefined;
  readonly header: boolean;
}

/** `workspace token`: an access token of the data folder, to stdout and nowhere else. */
export async function token(config: Config, { header, ...options }: TokenOptions): Promise<void> {
  const issued = await issueToken(config, options);
  stdout.write(header ? `Authorization: Bearer ${issued}\n` : `${issued}\n`);
}

/** An access token of the data folder, which it creates on a first start. */
export async function issueToken(
  config: Config,
  { user: email, name, scope, expires }: Omit<TokenOptions, 'header'>,
): Promise<string> {
  const granted = scopesOf(scope);
  const lifetimeSeconds = secondsOf(expires);
  const label = name === undefined ? undefined : labelOf(name);
  await refuseKeyWithoutServer({ ...config, asRecorded: true });
  const { database, installation, close } = await openWorkspace({
    ...config,
    asRecorded: true,
    admit: (found) => refuseUnfitKey(found, config),
    onError: () => {},
  });
  try {
    const workspace = { database, installation };
    const keys = await signingKeysOf({ workspace, dataFolder: config.dataFolder, key: config.key });
    const user = await database.read((db) => (email === undefined ? localUser(db) : findUserByEmail(db, email)));
    if (!user) throw noUserNamed({ email: email! });
    if (granted.includes('workspace.admin') && user.role !== 'admin')
      throw new ConfigError('--scope workspace.admin is only for an admin; name another user or leave it out');
    const request = { userId: user.userId, scopes: granted, lifetimeSeconds };
    const caller: Caller = { ...user, scopes: granted, interface: 'cli' };
    const named = label === undefined ? undefined : await keepNamedToken(database, caller, { ...request, name: label });
    return await issueOwnToken(
      { database, keys: await keys(), installationId: installation.id },
      { ...request, ...(named && { grantId: named.id }) },
    );
  } finally {
    await close();
  }
}

function labelOf(name: string): string {
  const { data, error } = Title.safeParse(name);
  if (data === undefined) throw new ConfigError(`--name ${error.issues[0]!.message}`);
  return data;
}

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function secondsOf(expires = `${limits.tokenLifetimeSeconds}s`): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(expires) ?? [];
  const seconds = Number(count) * (unitSeconds[unit ?? ''] ?? Number.NaN);
  if (!(seconds >= 1 && seconds <= limits.tokenLifetimeMostSeconds)) {
    throw new ConfigError('--expires takes a number and s, m, h or d, from 1s to 90d, such as 30m');
  }
  return seconds;
}
