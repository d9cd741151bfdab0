import { WorkspaceError } from '../../schemas/errors.ts';
import type { File, FileContent } from '../../schemas/files.ts';
import { isFree, moveToFreeName } from '../disk/free-name.ts';
import type { CallOptions } from './options.ts';

/** A workspace, remote or in this process. */
interface Downloadable {
  readonly files: {
    readonly content: (
      input: { fileId: string },
      options?: CallOptions,
    ) => Promise<{ file: File; content: FileContent }>;
  };
}

export interface Destination {
  readonly fileId: string;
  /** A path that does not exist yet, in an existing folder. */
  readonly path: string;
}

/**
 * Downloads a file to a path of this machine (Node.js only). Throws `already_exists` if the path is taken. The file has
 * another name beside the path until its bytes are complete and verified. A failed or aborted download leaves nothing
 * behind.
 */
export async function downloadTo(
  workspace: Downloadable,
  { fileId, path }: Destination,
  options: CallOptions = {},
): Promise<File> {
  if (!(await isFree(path))) throw taken(path);
  const { file, content } = await workspace.files.content({ fileId }, options);
  await saveTo(path, verified(file, content, options));
  return file;
}

/** Writes bytes to a path that does not exist yet, under another name until they are complete (Node.js only). */
export async function saveTo(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { open, rm } = process.getBuiltinModule('node:fs/promises');
  if (!(await isFree(path))) throw taken(path);
  const draft = draftOf(path);
  const handle = await open(draft, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
    if (!(await moveToFreeName(draft, path))) throw taken(path);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** In the same folder, because a rename is atomic only within a file system. */
function draftOf(path: string): string {
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  return join(dirname(path), `.${basename(path).slice(0, 64)}.${crypto.randomUUID()}.part`);
}

/**
 * Streams the bytes of a file (Node.js only). They are opened at the first read, because a waiting stream loses what it
 * holds when its connection breaks. Throws if there are too many, or at the end if their digest differs.
 */
export async function* verified(
  file: File,
  content: FileContent,
  { signal, onProgress }: CallOptions,
): AsyncGenerator<Uint8Array> {
  const digest = process.getBuiltinModule('node:crypto').createHash('sha256');
  let bytes = 0;
  for await (const chunk of await content.open()) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    if (bytes > file.size) throw damaged(file);
    digest.update(chunk);
    yield chunk;
    onProgress?.({ bytes, total: file.size });
  }
  if (digest.digest('hex') !== file.sha256) throw damaged(file);
}

const damaged = ({ fileName }: File) =>
  new WorkspaceError('unavailable', `${fileName} did not arrive as it was stored; try again.`);

const taken = (path: string) =>
  new WorkspaceError('already_exists', `${path} exists already, and nothing is overwritten: name another path.`);
