import { readdirSync, readFileSync } from 'node:fs';
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

const first = 'gateway.json';

/** The note of a gateway that starts while another one runs on the folder. */
const further = (id: number) => `gateway-${id}.json`;

/** Notes in the data folder where its gateway is, so that commands find it. Returns what takes the note away. */
export async function noteGateway(dataFolder: string, where: Omit<Note, 'process'>): Promise<() => Promise<void>> {
  const text = JSON.stringify({ process: process.pid, ...where });
  const name = await written(dataFolder, text);
  return async () => {
    const place = join(dataFolder, name);
    if ((await readFile(place, 'utf8').catch(() => undefined)) === text) await rm(place, { force: true });
  };
}

/** Leaves the note of a gateway that runs. Answers the name of the new one. */
async function written(dataFolder: string, text: string): Promise<string> {
  const write = async (name: string, flag: 'w' | 'wx') => {
    await writeFile(join(dataFolder, name), text, { mode: 0o600, flag });
    return name;
  };
  try {
    return await write(first, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return write(runs(noteAt(dataFolder, first)) ? further(process.pid) : first, 'w');
  }
}

/** The gateway that runs on a data folder; of several the one that noted itself first. A note of one that was killed is not believed. */
export function runningGateway(dataFolder: string): Note | undefined {
  const note = noteAt(dataFolder, first);
  if (runs(note)) return note;
  return furtherNotes(dataFolder)
    .map((name) => noteAt(dataFolder, name))
    .find(runs);
}

function furtherNotes(dataFolder: string): string[] {
  try {
    return readdirSync(dataFolder).filter((name) => /^gateway-\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function noteAt(dataFolder: string, name: string): Note | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(join(dataFolder, name), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Signal 0 only asks. A process of another user is alive too. */
function runs(note: Note | undefined): note is Note {
  if (!note) return false;
  try {
    return process.kill(note.process, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
