import { open } from 'node:fs/promises';

/** Syncs a folder. Its entries are durable when this resolves. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
