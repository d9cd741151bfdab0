import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Where two histories of a database differ: in its header, and in its last pages. */
const headerBytes = 100;
const lastBytes = 32 * 1_024;

/** The memory that all processes of a database share, but for the bytes that they lock (sqlite.org/walformat.html). */
const memoryStretches = [
  { position: 0, bytes: 100 },
  { position: 128, bytes: 4 },
] as const;
const headerCopyBytes = 48;
const frames = { begin: 16, end: 20 };
const salts = { begin: 32, end: 40 };
const movedFrames = { begin: 96, end: 100 };
const framesToMove = { begin: 100, end: 104 };

/** How far the pages of a log are moved into the database. */
interface Progress {
  /** Which log it is, and how many of its frames are moved and are to be; a log that begins anew has other salts. */
  readonly state: Buffer;
  /** Whether no checkpoint is under way, and no log about to begin anew. */
  readonly isSettled: boolean;
}

interface Stamp {
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

interface Look {
  readonly state: Buffer;
  readonly stamp: Stamp;
  readonly sample: Buffer;
}

/**
 * The file of an open database, which only checkpoints may write: what changes without one came from another program, such as
 * `cp`. A checkpoint notes how many frames it will move before it moves them, and again after. Its time tells that a file may have
 * changed; since some systems tell that late, only other bytes prove it. Closing a file ends all locks of this process on it,
 * so this is closed after the connections.
 */
export class CheckpointedFile {
  readonly #file: number;
  readonly #memory: number;
  /** Unless the last look met a checkpoint. */
  #known: Look | undefined;

  constructor(path: string, memoryPath: string) {
    this.#file = openSync(path, 'r');
    this.#memory = openSync(memoryPath, 'r');
    this.follow();
  }

  wasOverwritten(): boolean {
    const stamp = this.#stamp();
    if (this.#known && isSame(this.#known.stamp, stamp)) return false;
    const sample = this.#sample(stamp);
    if (!this.#isStill(this.#known)) this.#known = this.#look();
    else if (!this.#known.sample.equals(sample)) return this.#isStill(this.#known);
    else this.#known = { ...this.#known, stamp };
    return false;
  }

  /** To be called behind a commit, which may have begun a log or moved its pages: what it left is known from then on. */
  follow(): void {
    if (!this.#isStill(this.#known)) this.#known = this.#look();
  }

  /** Pages of the log that are not in the database yet. */
  get unmovedFrames(): number {
    const memory = this.#sharedMemory();
    return Math.max(0, numberOf(part(memory, frames)) - numberOf(part(memory, movedFrames)));
  }

  /** Pages of the log that are in the database. */
  get movedFrames(): number {
    return numberOf(part(this.#sharedMemory(), movedFrames));
  }

  close(): void {
    closeSync(this.#file);
    closeSync(this.#memory);
  }

  /** Asked twice, the log was the same all the time: salts never come back. */
  #isStill(known: Look | undefined): known is Look {
    return known?.state.equals(this.#progress().state) ?? false;
  }

  #look(): Look | undefined {
    const { state, isSettled } = this.#progress();
    if (!isSettled) return undefined;
    const stamp = this.#stamp();
    const look = { state, stamp, sample: this.#sample(stamp) };
    return this.#isStill(look) ? look : undefined;
  }

  #stamp(): Stamp {
    return fstatSync(this.#file, { bigint: true });
  }

  /** Bytes behind the end of the file are zeros. */
  #sample({ size }: Stamp): Buffer {
    const sample = Buffer.alloc(headerBytes + lastBytes);
    readSync(this.#file, sample, 0, headerBytes, 0);
    readSync(this.#file, sample, headerBytes, lastBytes, Math.max(0, Number(size) - lastBytes));
    return sample;
  }

  #progress(): Progress {
    const memory = this.#sharedMemory();
    const [moved, toMove] = [part(memory, movedFrames), part(memory, framesToMove)];
    return {
      state: Buffer.concat([part(memory, salts), moved, toMove]),
      isSettled: areCopies(memory) && moved.equals(toMove) && numberOf(moved) <= numberOf(part(memory, frames)),
    };
  }

  #sharedMemory(): Buffer {
    const memory = Buffer.alloc(memoryStretches[0].bytes + memoryStretches[1].bytes);
    let offset = 0;
    for (const { position, bytes } of memoryStretches)
      offset += readSync(this.#memory, memory, offset, bytes, position);
    return memory;
  }
}

const part = (memory: Buffer, { begin, end }: { begin: number; end: number }): Buffer => memory.subarray(begin, end);

const isSame = (one: Stamp, other: Stamp): boolean => one.size === other.size && one.mtimeNs === other.mtimeNs;

/** SQLite writes the two copies of the log's header one after the other. */
const areCopies = (memory: Buffer): boolean =>
  memory.compare(memory, headerCopyBytes, 2 * headerCopyBytes, 0, headerCopyBytes) === 0;

/** The memory has numbers in the machine's order of bytes. */
const numberOf = (bytes: Buffer): number => new Uint32Array(new Uint8Array(bytes).buffer)[0]!;
