import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { SigningKeys } from '../auth/keys.ts';
import { placesIn } from '../folder/places/places.ts';
import type { Config } from '../config.ts';
import { findInstallation, type Installation } from '../folder/first-start.ts';
import type { OpenWorkspace } from '../folder/open.ts';
import { addressOf } from '../folder/places/database-address.ts';

/** Loads the keys when they are needed, because many commands need none. */
export type LoadKeys = () => Promise<SigningKeys>;

interface Secret {
  /** The secret of the operator that seals the keys in a database on a server. */
  readonly key?: string | undefined;
}

interface Asked extends Secret, Pick<Config, 'dataFolder' | 'database'> {
  readonly asRecorded: boolean;
}

/** Throws `unavailable` if there is a key but no server. Nothing is made before. */
export async function refuseKeyWithoutServer({ key, dataFolder, database: given, asRecorded }: Asked): Promise<void> {
  if (key === undefined) return;
  if ((await addressOf({ dataFolder, given, asRecorded })) === undefined) throw unavailable(noServer);
}

/** Throws `unavailable` if the keys of this database cannot be used. The workspace in it may not be made yet. */
export async function refuseUnfitKey(
  database: OpenWorkspace['database'],
  { key, blobs = 'folder' }: Secret & Partial<Pick<Config, 'blobs'>>,
): Promise<void> {
  const text = database.sharedKeys;
  const installation = await database.read(findInstallation);
  if (key === undefined) {
    if (installation && (await text?.read()) !== undefined) throw unavailable(noKey);
    return;
  }
  if (text === undefined) throw unavailable(noServer);
  if ((installation?.blobs ?? blobs) === 'folder') throw unavailable(noBucket);
  if (!installation) return;
  const { refuseOtherSecret } = await import('../auth/signing/shared-keys.ts');
  await refuseOtherSecret({ text, secret: key, installationId: installation.id });
}

interface Opened extends Secret {
  readonly workspace: Pick<OpenWorkspace, 'database' | 'installation'>;
  readonly dataFolder: string;
  readonly readOnly?: boolean;
  /** Whether keys of the folder may be brought into the database. A command may run beside a gateway without the secret. */
  readonly isGateway?: boolean;
}

/** The signing keys of an open workspace. With the operator's secret all gateways share them in the database. */
export async function signingKeysOf({
  workspace,
  dataFolder,
  key,
  readOnly = false,
  isGateway = false,
}: Opened): Promise<LoadKeys> {
  await refuseUnfitKey(workspace.database, { key });
  const path = placesIn(dataFolder).signingKey;
  const text = workspace.database.sharedKeys;
  if (key === undefined || text === undefined) return inFolder(path, readOnly);
  const { refuseOtherKeys, shareKeys, sharedKeys } = await import('../auth/signing/shared-keys.ts');
  const shared = { text, secret: key, installationId: workspace.installation.id };
  if (!readOnly) {
    if (!isGateway && existsSync(path) && (await text.read()) === undefined) throw unavailable(notShared);
    await shareKeys(path, shared);
    await refuseOtherKeys(path, shared);
    if (existsSync(path)) await unlink(path);
  }
  return async () => sharedKeys(shared);
}

/** Opens keys that gateways share. Returns what writes them into the folder, whose database is about to be in it. */
export async function unshareSigningKeys(
  { dataFolder, key }: Pick<Config, 'dataFolder'> & Secret,
  text: NonNullable<OpenWorkspace['database']['sharedKeys']>,
  { id }: Installation,
): Promise<() => Promise<void>> {
  if ((await text.read()) === undefined) return async () => {};
  if (key === undefined) throw unavailable(noKey);
  const { unshareKeys } = await import('../auth/signing/shared-keys.ts');
  return unshareKeys(placesIn(dataFolder).signingKey, { text, secret: key, installationId: id });
}

async function inFolder(path: string, readOnly: boolean): Promise<LoadKeys> {
  const load = async () => (await import('../auth/keys.ts')).folderKeys(path);
  if (!readOnly && !existsSync(path)) await (await load()).newest();
  return load;
}

const unavailable = (sentence: string) => new WorkspaceError('unavailable', sentence);

const noKey =
  'The signing keys of this workspace are sealed in its database. Give the key of its gateways: --key-file (WORKSPACE_KEY_FILE).';

const noServer =
  'The signing keys of this workspace stay in its data folder. Start without --key-file (WORKSPACE_KEY_FILE), which is for a database on a server.';

const noBucket =
  'The files of this workspace are in its data folder, which other gateways lack. Start without --key-file (WORKSPACE_KEY_FILE), or make the workspace with --blobs s3://… or a folder that they share.';

const notShared =
  'The signing keys of this workspace are still in its data folder. Start its gateway with the key first: workspace serve --key-file FILE (WORKSPACE_KEY_FILE).';
