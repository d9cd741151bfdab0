import { randomUUID } from 'node:crypto';
import { constants, open, rename, rm } from 'node:fs/promises';

/** Replaces a file atomically and durably. Readers see the old or the new text, even after a crash. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeDraft(draft, text, mode);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

const overThere = constants.O_RDWR | constants.O_CREAT;

/** Writes and syncs a file over its existing bytes, so that it needs no more space than these. */
export async function writeDraft(draft: string, text: string, mode: number): Promise<void> {
  const file = await open(draft, overThere, 0o600);
  try {
    await file.chmod(mode);
    const bytes = Buffer.from(text);
    await file.writeFile(bytes);
    await file.truncate(bytes.length);
    await file.sync();
  } finally {
    await file.close();
  }
}
