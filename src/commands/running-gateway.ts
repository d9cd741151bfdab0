import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const Note = z.object({
  process: z.int().positive(),
  /** Where it listens. */
  url: z.url(),
  /** The address that browsers reach it at. */
  publicUrl: z.url(),
});

type Note = z.infer<typeof Note>;

const placeIn = (dataFolder: string) => join(dataFolder, 'gateway.json');

/** Notes in the data folder where its gateway is, so that commands find it. Returns what takes the note away. */
export async function noteGateway(dataFolder: string, where: Omit<Note, 'process'>): Promise<() => Promise<void>> {
  const place = placeIn(dataFolder);
  await writeFile(place, JSON.stringify({ process: process.pid, ...where }), { mode: 0o600 });
  return async () => {
    if ((await noteIn(dataFolder))?.process === process.pid) await rm(place, { force: true });
  };
}

/** The gateway that runs on a data folder; the latest of several. A note of one that was killed is not believed. */
export async function runningGateway(dataFolder: string): Promise<Note | undefined> {
  const note = await noteIn(dataFolder);
  return note && isAlive(note.process) ? note : undefined;
}

async function noteIn(dataFolder: string): Promise<Note | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(placeIn(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Signal 0 only asks. A process of another user is alive too. */
function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
