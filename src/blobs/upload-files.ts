import fs from 'node:fs';
import { FairQueue } from '../turns/fair-queue.ts';

/** Node has four threads for files, and syncs the log of transactions by one of them. */
const syncsAtOnce = 2;

/** The disk has at most so much of each upload to write before it can sync the log. */
const unsyncedBytes = 8 * 1024 * 1024;

/** Syncs of uploads are made a few at a time, in turn by subject. */
class Syncs {
  readonly #waiting = new FairQueue<() => void>();
  #free = syncsAtOnce;

  begin(subject: string, sync: (done: () => void) => void): void {
    this.#waiting.add(subject, () => sync(() => this.#end()));
    this.#beginNext();
  }

  #end(): void {
    this.#free += 1;
    this.#beginNext();
  }

  #beginNext(): void {
    if (this.#free === 0) return;
    const begin = this.#waiting.next();
    if (!begin) return;
    this.#free -= 1;
    begin();
  }
}

const syncs = new Syncs();

/** Syncs what belongs to an upload of a subject in turn with others. */
export async function syncedInTurn(subject: string, sync: () => Promise<void>): Promise<void> {
  const done = await new Promise<() => void>((begin) => syncs.begin(subject, begin));
  try {
    await sync();
  } finally {
    done();
  }
}

type Written = (error: NodeJS.ErrnoException | null, bytes: number, written: never) => void;

/** What a stream writes the file of one upload by; it syncs what has come whenever that is much. */
export function uploadFiles(subject: string) {
  let unsynced = 0;
  const thenSynced =
    (fd: number, written: Written): Written =>
    (error, bytes, what) => {
      unsynced += bytes;
      if (error || unsynced < unsyncedBytes) return written(error, bytes, what);
      unsynced = 0;
      syncFile(fd, subject, (failed) => written(failed, bytes, what));
    };
  return {
    open: fs.open,
    close: fs.close,
    write: (fd: number, buffer: Buffer, offset: number, length: number, position: number | null, written: Written) =>
      fs.write(fd, buffer, offset, length, position, thenSynced(fd, written) as never),
    writev: (fd: number, buffers: Buffer[], position: number | undefined, written: Written) =>
      fs.writev(fd, buffers, position as number, thenSynced(fd, written) as never),
    fsync: (fd: number, synced: fs.NoParamCallback) => syncFile(fd, subject, synced),
  };
}

const syncFile = (fd: number, subject: string, synced: fs.NoParamCallback): void =>
  syncs.begin(subject, (done) =>
    fs.fsync(fd, (error) => {
      done();
      synced(error);
    }),
  );
