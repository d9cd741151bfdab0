import { existsSync } from 'node:fs';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { quoted } from '../../../schemas/shell.ts';
import { type Blobs, readOnlyBlobs } from '../../blobs/blobs.ts';
import { folderBlobs } from '../../blobs/folder/folder-blobs.ts';
import type { Bucket } from '../../blobs/s3/bucket.ts';
import type { S3Settings } from '../../blobs/s3/place.ts';
import type { Database } from '../../store/database.ts';
import type { Installation } from '../first-start.ts';
import { placesIn } from '../places/places.ts';

/** Where the files of a workspace are, and how a bucket is reached. */
export interface BlobSettings {
  /** `folder` unless given, a bucket with a prefix as `s3://bucket/prefix`, or the path of a folder that gateways share. */
  readonly blobs?: string;
  readonly s3?: S3Settings | undefined;
}

const isInBucket = (blobs: string): boolean => blobs.startsWith('s3://');
const isShared = (blobs: string): boolean => blobs !== 'folder' && !isInBucket(blobs);

/** Loaded only where a workspace has its files there. */
const sharedFolder = () => import('../../blobs/folder/shared-folder.ts');

/** The folder of the blobs, unless they are in a bucket. */
export const folderOf = (blobs: string, dataFolder: string): string =>
  isShared(blobs) ? blobs : placesIn(dataFolder).blobs;

/** A bucket that was not asked for anything yet; undefined if the blobs are in a folder. */
export async function bucketAt({ blobs = 'folder', s3 }: BlobSettings): Promise<Bucket | undefined> {
  if (!isInBucket(blobs)) return undefined;
  if (!s3) throw new Error('The settings of S3 are missing.');
  const { Bucket } = await import('../../blobs/s3/bucket.ts');
  return new Bucket({ ...s3, url: blobs });
}

/** A bucket that may be used as far as is known, or undefined for a folder. Either is asked for before anything is made. */
export async function usableBucket(settings: BlobSettings, readOnly: boolean): Promise<Bucket | undefined> {
  const { blobs = 'folder' } = settings;
  if (isShared(blobs)) await (await sharedFolder()).refuseMissingFolder(blobs);
  const bucket = await bucketAt(settings);
  if (!bucket || readOnly) return bucket;
  await bucket.refuseUnusable().catch(async (error: unknown) => {
    await bucket.close();
    throw error;
  });
  return bucket;
}

/** Refuses a shared folder that a new workspace cannot have, before the workspace is made. */
export async function refuseUsed({ blobs = 'folder' }: BlobSettings): Promise<void> {
  if (isShared(blobs)) await (await sharedFolder()).refuseUsedFolder(blobs);
}

/** Nobody serves a workspace without its files by mistake. */
export function refuseElsewhere({ blobs }: Installation, given: string, dataFolder: string): void {
  if (blobs === given) return;
  const command = `workspace admin move --data ${quoted(dataFolder)} --blobs ${quoted(given)}`;
  throw new WorkspaceError(
    'unavailable',
    blobs === 'folder'
      ? `The files of this workspace are in its data folder ${dataFolder}, not in ${given}. Start without --blobs (WORKSPACE_BLOBS), or move them: ${command}`
      : `The files of this workspace are in ${blobs}, not in ${given === 'folder' ? 'its data folder' : given}. Start with --blobs ${quoted(blobs)} (WORKSPACE_BLOBS), or move them: ${command}`,
  );
}

interface Opened {
  readonly database: Database;
  readonly dataFolder: string;
  /** Where the blobs are, as settings name it. */
  readonly place: string;
  readonly bucket: Bucket | undefined;
  readonly installation: Installation;
  readonly readOnly: boolean;
  /** When a bucket or a shared folder must show that it has the files of the workspace. */
  readonly checked: 'now' | 'at first use';
  /** Whether a place may be marked though the workspace has files, as before a move there. */
  readonly mayMark?: boolean;
  /** Makes the folder of the blobs. */
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export async function openBlobs(opened: Opened): Promise<Blobs> {
  const blobs = await openedAt(opened);
  return opened.readOnly ? readOnlyBlobs(blobs) : blobs;
}

function openedAt(opened: Opened): Promise<Blobs> {
  if (opened.bucket) return inBucket(opened, opened.bucket);
  return opened.place === 'folder' ? inDataFolder(opened) : inSharedFolder(opened);
}

async function inDataFolder({ database, dataFolder, readOnly, makeFolder }: Opened): Promise<Blobs> {
  const folder = folderOf('folder', dataFolder);
  if (!readOnly && !existsSync(folder) && !(await hasFiles(database))) await makeFolder(folder);
  return folderBlobs(folder);
}

async function inSharedFolder(opened: Opened): Promise<Blobs> {
  const { database, place, installation, readOnly, checked, mayMark = false } = opened;
  const { refuseForeignFolder, sharedFolderBlobs } = await sharedFolder();
  const marks = mayMark || (checked === 'now' && !readOnly && !(await hasFiles(database)));
  if (marks || checked === 'now') await refuseForeignFolder(place, installation.id, marks);
  return sharedFolderBlobs(place, installation.id);
}

async function inBucket(opened: Opened, bucket: Bucket): Promise<Blobs> {
  const { database, dataFolder, installation, readOnly, checked, mayMark = false, onError } = opened;
  const [{ bucketBlobs }, { Objects }] = await Promise.all([
    import('../../blobs/s3/bucket-blobs.ts'),
    import('../../blobs/s3/objects.ts'),
  ]);
  const workspaceId = installation.id;
  const isUnused = async () => !(await database.read((db) => new Objects(bucket.url, workspaceId).areAny(db)));
  const refuseForeign = untilDone(async () => {
    const isFirst = mayMark || (await isUnused());
    if (!(isFirst && readOnly)) await bucket.refuseForeign(workspaceId, isFirst);
  });
  if (checked === 'now') await refuseForeign();
  return bucketBlobs({ database, bucket, workspaceId, spoolIn: dataFolder, onError, refuseForeign });
}

/** Does something once, and again only if it failed. */
function untilDone(task: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    (done ??= task().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}

const hasFiles = (database: Database): Promise<boolean> =>
  database.read(async (db) => (await db.selectFrom('files').select('id').limit(1).execute()).length > 0);
