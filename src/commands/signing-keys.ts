import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { SigningKeys } from '../auth/keys.ts';
import { placesIn } from '../folder/places/places.ts';
import type { OpenWorkspace } from '../folder/open.ts';

interface Opened {
  readonly workspace: Pick<OpenWorkspace, 'database' | 'installation'>;
  readonly dataFolder: string;
  /** The secret of the operator that seals the keys in a database on a server. */
  readonly key: string | undefined;
  readonly readOnly?: boolean;
}

/** Loads the keys when they are needed, because many commands need none. */
export type LoadKeys = () => Promise<SigningKeys>;

/** The signing keys of an open workspace. With the operator's secret all gateways share them in the database. */
export async function signingKeysOf({ workspace, dataFolder, key, readOnly = false }: Opened): Promise<LoadKeys> {
  const { database, installation } = workspace;
  const path = placesIn(dataFolder).signingKey;
  const text = database.sharedKeys;
  if (key === undefined) {
    if ((await text?.read()) !== undefined) throw unavailable(noKey);
    return inFolder(path, readOnly);
  }
  if (text === undefined) throw unavailable(noServer);
  if (installation.blobs === 'folder') throw unavailable(noBucket);
  const { refuseOtherKeys, shareKeys, sharedKeys } = await import('../auth/signing/shared-keys.ts');
  const shared = { text, secret: key, installationId: installation.id };
  if (!readOnly) {
    await shareKeys(path, shared);
    await refuseOtherKeys(path, shared);
    if (existsSync(path)) await unlink(path);
  }
  return async () => sharedKeys(shared);
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
  'The files of this workspace are in its data folder, which other gateways lack. Start without --key-file (WORKSPACE_KEY_FILE), or make the workspace with --blobs s3://….';
