import { statSync } from 'node:fs';
import { WorkspaceError } from '../../schemas/errors.ts';

/**
 * Whether the files of an open database are still those at their paths. SQLite itself reads and writes on in a file that was
 * removed, moved or replaced, where nobody would find what it wrote.
 */
export class Place {
  readonly #files: readonly { readonly path: string; readonly opened: Identity | undefined }[];

  constructor(...paths: string[]) {
    this.#files = paths.map((path) => ({ path, opened: identityOf(path) }));
  }

  /** Fails with `unavailable` while one of them is another, or none. */
  check(): void {
    if (!this.#files.every(({ path, opened }) => isSame(identityOf(path), opened)))
      throw new WorkspaceError(
        'unavailable',
        'The database of this workspace was removed or replaced while it was open; nothing was stored. Put its file back. To go on with another, stop all processes of this workspace first, and remove workspace.db-wal and workspace.db-shm.',
      );
  }
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const identityOf = (path: string): Identity | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

const isSame = (now: Identity | undefined, opened: Identity | undefined): boolean =>
  now?.ino === opened?.ino && now?.dev === opened?.dev;
