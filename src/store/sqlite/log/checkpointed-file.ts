import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Two histories of a database differ in its header and its last pages. These bytes are compared. */
const headerBytes = 100;
const lastBytes = 32 * 1_024;

/** The WAL index shared by all processes of a database, except its lock bytes (sqlite.org/walformat.html). */
const memoryStretches = [
  { position: 0, bytes: 100 },
  { position: 128, bytes: 4 },
] as const;
const headerCopyBytes = 48;
const frames = { begin: 16, end: 20 };
const salts = { begin: 32, end: 40 };
const movedFrames = { begin: 96, end: 100 };
const framesToMove = { begin: 100, end: 104 };

/** How much of the log has been checkpointed. */
interface Progress {
  /** Salts identify the log; counts tell which frames are moved and will be. A restarted log has other salts. */
  readonly state: Buffer;
  /** Whether the log is neither being checkpointed nor about to restart. */
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
 * Detects that another program, such as `cp`, overwrote an open database. Only checkpoints may write its file, and they
 * record their progress before and after. A changed mtime is a hint, which some systems give late. Only changed bytes
 * without a checkpoint are proof. Close this after the connections: closing a file ends this process's locks on it.
 */
export class CheckpointedFile {
  readonly #file: number;
  readonly #memory: number;
  /** Undefined if the last look met a checkpoint. */
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

  /**
   * Call after every commit, which may have restarted or checkpointed the log. Its effects are expected from then on.
   */
  follow(): void {
    if (!this.#isStill(this.#known)) this.#known = this.#look();
  }

  /** Frames of the log that are not in the database yet. */
  get unmovedFrames(): number {
    const memory = this.#sharedMemory();
    return Math.max(0, numberOf(part(memory, frames)) - numberOf(part(memory, movedFrames)));
  }

  /** Frames of the log that are in the database. */
  get movedFrames(): number {
    return numberOf(part(this.#sharedMemory(), movedFrames));
  }

  close(): void {
    closeSync(this.#file);
    closeSync(this.#memory);
  }

  /** Whether the log has not changed since then. Salts never repeat. */
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

  /** Reads the compared bytes; those beyond the end of the file are zeros. */
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

/** SQLite writes the two copies of the log's header one after the other, so they differ during a change. */
const areCopies = (memory: Buffer): boolean =>
  memory.compare(memory, headerCopyBytes, 2 * headerCopyBytes, 0, headerCopyBytes) === 0;

/** The WAL index uses native byte order. */
const numberOf = (bytes: Buffer): number => new Uint32Array(new Uint8Array(bytes).buffer)[0]!;
