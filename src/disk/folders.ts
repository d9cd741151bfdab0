import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents unless they are there. Throws what `mkdir` throws. Node's own `recursive` never ends
 * below a folder that refuses with ENOENT, such as /proc.
 */
export async function makeFolders(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder || (await isFolder(parent)))
      throw error;
    await makeFolders(parent, mode);
    await makeFolders(folder, mode);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
