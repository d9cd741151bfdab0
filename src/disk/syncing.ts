import { open } from 'node:fs/promises';

/** The names in a folder are on disk when this resolves. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
