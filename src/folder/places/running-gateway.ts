import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isOtherProcess, removeLeftovers } from '../../disk/leftovers.ts';
import { fileError } from '../../store/refusals.ts';

const Note = z.object({
  process: z.int().positive(),
  /** Where it listens. */
  url: z.url(),
  /** The address that browsers reach it at. */
  publicUrl: z.url(),
});

type Note = z.infer<typeof Note>;

const Health = z.object({ status: z.literal('ok') });

const first = 'gateway.json';

/** The note of a gateway that starts while another one runs on the folder. */
const further = (id: number) => `gateway-${id}.json`;

/**
 * Notes in the data folder where its gateway is, so that commands find it. Returns what takes the note away. Throws
 * `unavailable` if the disk is full.
 */
export async function noteGateway(dataFolder: string, where: Omit<Note, 'process'>): Promise<() => Promise<void>> {
  const note = { process: process.pid, ...where };
  const text = JSON.stringify(note);
  await removeLeftovers(dataFolder, /^gateway-(\d+)\.json(?:\.next)?$/);
  const place = await written(dataFolder, note, text).catch((error: unknown) => {
    throw fileError(error);
  });
  return async () => {
    if ((await readFile(place, 'utf8').catch(() => undefined)) === text) await rm(place, { force: true });
  };
}

/** Leaves the note of a gateway that runs. Answers the path of the new one, which is never there half. */
async function written(dataFolder: string, note: Note, text: string): Promise<string> {
  const place = join(dataFolder, first);
  const next = join(dataFolder, `${further(process.pid)}.next`);
  await writeFile(next, text, { mode: 0o600 });
  try {
    await link(next, place);
    await rm(next);
    return place;
  } catch {
    // There is a note, or the file system has no links.
    const chosen = (await isBelieved(noteAt(dataFolder, first), note)) ? join(dataFolder, further(process.pid)) : place;
    await rename(next, chosen);
    return chosen;
  }
}

/** Another process may have the number of a gateway that was killed. It answers nothing, or this one listens there. */
const isBelieved = async (note: Note | undefined, own: Note): Promise<boolean> =>
  note !== undefined && runs(note) && note.url !== own.url && (await answers(note));

/** The gateways that seem to run on a data folder, in the order in which to try them. */
const notedGateways = (dataFolder: string): Note[] => notesIn(dataFolder).filter(runs);

interface KnownNotes {
  /** The modification time of the folder, which changes when a note comes or goes. */
  readonly changedMs: number;
  readonly notes: readonly Note[];
  /** When the folder was last looked at. */
  lookedMs: number;
}

const knownNotes = new Map<string, KnownNotes>();

/** A folder that changed a moment ago may change again within the same tick of its clock. */
const settledMs = 1_000;

/** A gateway takes longer to start or to end. */
const believedMs = 50;

/** They are read again only after the folder has changed, because every link that a tool shows needs them. */
function notesIn(dataFolder: string): readonly Note[] {
  const now = performance.now();
  const known = knownNotes.get(dataFolder);
  if (known && now - known.lookedMs < believedMs) return known.notes;
  try {
    const changedMs = statSync(dataFolder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (known?.changedMs === changedMs) {
      known.lookedMs = now;
      return known.notes;
    }
    const others = readdirSync(dataFolder).filter((name) => /^gateway-\d+\.json$/.test(name));
    const notes = [first, ...others].map((name) => noteAt(dataFolder, name)).filter((note) => note !== undefined);
    if (Date.now() - changedMs > settledMs) knownNotes.set(dataFolder, { changedMs, notes, lookedMs: now });
    return notes;
  } catch {
    // Without a folder there is no gateway. A process without descriptors may read the notes later.
    return [];
  }
}

/** The gateway that runs on a data folder; of several the one that noted itself first. A note of one that was killed is not believed. */
export const runningGateway = (dataFolder: string): Note | undefined => notedGateways(dataFolder)[0];

/** The first gateway on a data folder that answers. */
export async function answeringGateway(dataFolder: string): Promise<Note | undefined> {
  for (const note of notedGateways(dataFolder)) if (await answers(note)) return note;
  return undefined;
}

const patienceMs = 5_000;

async function answers({ url }: Note): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
    return Health.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** Undefined if there is none, or no whole one. */
function noteAt(dataFolder: string, name: string): Note | undefined {
  const path = join(dataFolder, name);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const runs = (note: Note): boolean => isOtherProcess(note.process);
