import { randomUUID } from 'node:crypto';
import { constants, open, rename, rm } from 'node:fs/promises';

/** Puts a file in the place of what is there, as a whole: whoever reads it meanwhile, or after a crash, has the one or the other. */
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

/** Writes a file to the disk over what it holds already, so that it needs no more room than that. */
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
