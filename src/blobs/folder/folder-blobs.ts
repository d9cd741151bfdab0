import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, link, mkdir, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { ByteRange } from '../../../schemas/files.ts';
import { fileError, unavailable } from '../../store/refusals.ts';
import { syncFolder } from '../../disk/syncing.ts';
import { type Blobs, clockJumps, forgottenMs, graceMs, type StagedBlob } from '../blobs.ts';
import { bufferedBytes, piecesOf, underWay, writeStaged } from '../staging.ts';
import { syncedInTurn, uploadFiles } from './upload-files.ts';

const isDigest = /^[0-9a-f]{64}$/;
/** Folders of blobs and uploads, and entries that systems put into any folder. */
const isExpected = /^([0-9a-f]{2}|incoming|lost\+found|\..*)$/;

/**
 * Blobs as files under `folder`: `ab/abcdef…`, and `incoming/` while under way. The caller creates the folder. Created
 * here, it would hide that the real one was moved away.
 */
export function folderBlobs(folder: string): Blobs {
  const incoming = join(folder, 'incoming');
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  const clockWasPutForward = clockJumps();

  const stage = async (bytes: AsyncIterable<Uint8Array>, maxBytes: number, subject: string): Promise<StagedBlob> => {
    const temporary = join(incoming, randomUUID());
    const discard = () => unlink(temporary).catch(() => {});
    try {
      await makeFolder(incoming);
      const written = await writeSynced(temporary, bytes, maxBytes, subject);
      return {
        ...written,
        pieces: () => piecesOf(temporary),
        discard,
        keep: () =>
          moveSynced(temporary, pathOf(written.sha256), subject).catch((error: unknown) => {
            throw fileError(error);
          }),
      };
    } catch (error) {
      await discard();
      throw fileError(error);
    }
  };

  const stagings = underWay(stage);

  return {
    stage: stagings.stage,

    open: (sha256, range) => (isEmpty(range) ? noBytes() : bytesOf(pathOf(sha256), range)),

    size: (sha256) => fileSize(pathOf(sha256)),

    ready: () =>
      checkFolder(folder).catch(() => {
        throw unavailable(
          'The folder of this workspace’s files is missing, or cannot be read and written; put it back.',
        );
      }),

    async sweep(isReferenced) {
      if (clockWasPutForward()) return 0;
      const now = Date.now();
      const isOld = async (path: string) => now - (await modifiedAt(path)) > graceMs;
      let removed = 0;
      for await (const name of entriesOf(incoming)) {
        const path = join(incoming, name);
        const [, interrupted] = /^([0-9a-f]{64})\./.exec(name) ?? [];
        if (interrupted) await rename(path, pathOf(interrupted)).catch(() => {});
        else if (await isOld(path)) await unlink(path).catch(() => {});
      }
      for await (const { sha256, path } of blobsIn(folder)) {
        if (!(await isOld(path)) || (await isReferenced(sha256))) continue;
        if (await removeUnlessRenewed(path, join(incoming, `${sha256}.${randomUUID()}`), isOld)) removed += 1;
      }
      return removed;
    },

    async *damaged() {
      for await (const name of entriesOf(folder)) if (!isExpected.test(name)) yield `blobs/${name} is not a blob`;
      for await (const { sha256, path } of blobsIn(folder)) {
        if (path !== pathOf(sha256) || !isDigest.test(sha256)) yield `${relative(dirname(folder), path)} is not a blob`;
        else yield* damageOf(sha256, path);
      }
    },

    async *leftovers(isReferenced) {
      const isForgotten = async (path: string) => Date.now() - (await modifiedAt(path)) > forgottenMs;
      for await (const name of entriesOf(incoming))
        if (await isForgotten(join(incoming, name))) yield `blobs/incoming/${name} is an upload that never ended`;
      for await (const { sha256, path } of blobsIn(folder))
        if ((await isForgotten(path)) && !(await isReferenced(sha256))) yield `blob ${sha256}: no file has it`;
    },

    idle: stagings.idle,
    close: async () => {},
  };
}

const isEmpty = (range?: ByteRange) => range !== undefined && range.end < range.start;

async function* noBytes(): AsyncIterable<Uint8Array> {}

/** Opens the file when the first byte is read. A reader who leaves before leaves nothing open. */
async function* bytesOf(path: string, range?: ByteRange): AsyncIterable<Uint8Array> {
  yield* createReadStream(path, { ...range, highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
}

/** The bytes are synced when it resolves. */
function writeSynced(path: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number, subject: string) {
  const file = createWriteStream(path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: bufferedBytes,
    fs: uploadFiles(subject),
  });
  return writeStaged(file, bytes, maxBytes);
}

/** Follows a link to where the bytes are. The system's message is not passed on, because it names paths. */
async function checkFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory()) throw new Error('It is not a folder.');
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Creates the folder if it is missing. With `recursive`, Node reports ENOENT on a read-only disk. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new WorkspaceError(
        'unavailable',
        'The folder of the files is not where it was; nothing was stored. Put it back.',
      );
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Moves a file; the new name is durable when this resolves. */
async function moveSynced(from: string, to: string, subject: string): Promise<void> {
  const folder = dirname(to);
  await makeFolder(folder);
  await rename(from, to);
  await syncedInTurn(subject, () => syncFolder(folder));
  await syncedInTurn(subject, () => syncFolder(dirname(folder)));
}

/**
 * Removes a blob unless the same bytes were uploaded meanwhile, which renews its file. A renewed file is put back,
 * unless another process was faster. The name aside tells a later sweep what an interrupted one must put back.
 */
async function removeUnlessRenewed(
  path: string,
  aside: string,
  isOld: (path: string) => Promise<boolean>,
): Promise<boolean> {
  const isMine = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!isMine) return false;
  const remove = await isOld(aside);
  if (!remove) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
  return remove;
}

async function* blobsIn(folder: string): AsyncIterable<{ sha256: string; path: string }> {
  for await (const prefix of entriesOf(folder)) {
    if (prefix.length !== 2) continue;
    for await (const sha256 of entriesOf(join(folder, prefix))) yield { sha256, path: join(folder, prefix, sha256) };
  }
}

async function* entriesOf(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (entries) for await (const entry of entries) yield entry.name;
}

async function fileSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/** Missing files count as new, so that they are not removed. */
async function modifiedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
}

/** A file missing here was swept meanwhile. */
async function* damageOf(sha256: string, path: string): AsyncGenerator<string, void> {
  try {
    if ((await digestOf(path)) !== sha256) yield `blob ${sha256}: its bytes are damaged`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') yield `blob ${sha256}: its bytes cannot be read (${code})`;
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}
