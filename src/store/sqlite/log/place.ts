import { statSync } from 'node:fs';
import { WorkspaceError } from '../../../../schemas/errors.ts';
import type { CheckpointedFile } from './checkpointed-file.ts';

/**
 * Checks that the files of an open database are still those at their paths. SQLite keeps using a file that was removed,
 * moved or replaced, and its writes would be lost. It also keeps using one that another program overwrote.
 */
export class Place {
  readonly #files: readonly { readonly path: string; readonly opened: Identity | undefined }[];
  readonly #file: CheckpointedFile | undefined;

  constructor(paths: readonly string[], file?: CheckpointedFile) {
    this.#files = paths.map((path) => ({ path, opened: identityOf(path) }));
    this.#file = file;
  }

  /** Throws `unavailable` while a file is missing or replaced, or the database was overwritten. */
  check(): void {
    if (!this.#files.every(({ path, opened }) => isSame(identityOf(path), opened)))
      throw new WorkspaceError(
        'unavailable',
        'The database of this workspace was removed or replaced while it was open; nothing was stored. Put its file back. To go on with another, stop all processes of this workspace first, and remove workspace.db-wal and workspace.db-shm.',
      );
    if (this.#file?.wasOverwritten())
      throw new WorkspaceError(
        'unavailable',
        'The database of this workspace was written over while it was open; nothing was stored. Stop all processes of this workspace and remove workspace.db-wal and workspace.db-shm. Then put the right database there and start again.',
      );
  }

  /** Call after every write to the files. */
  follow(): void {
    this.#file?.follow();
  }
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const identityOf = (path: string): Identity | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

const isSame = (now: Identity | undefined, opened: Identity | undefined): boolean =>
  now?.ino === opened?.ino && now?.dev === opened?.dev;
