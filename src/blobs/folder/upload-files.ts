import fs from 'node:fs';
import { FairQueue } from '../../turns/fair-queue.ts';

/** Node has four threads for files. Syncing the transaction log uses one of them. */
const syncsAtOnce = 2;

/** Bounds the upload data that the disk must write before it can sync the log. */
const unsyncedBytes = 8 * 1024 * 1024;

/** Runs a few syncs of uploads at a time, in turn by subject. */
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

/** Runs a sync that belongs to an upload, in turn with other subjects. */
export async function syncedInTurn(subject: string, sync: () => Promise<void>): Promise<void> {
  const done = await new Promise<() => void>((begin) => syncs.begin(subject, begin));
  try {
    await sync();
  } finally {
    done();
  }
}

type Written = (error: NodeJS.ErrnoException | null, bytes: number, written: never) => void;

/** File functions for the write stream of one upload. They sync whenever enough bytes have been written. */
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
