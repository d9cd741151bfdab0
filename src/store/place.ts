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
        'The database of this workspace was removed or replaced while it was open; nothing was stored. Put its file back, or start again with the one that is there now.',
      );
  }
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

const identityOf = (path: string): Identity | undefined => statSync(path, { throwIfNoEntry: false });

const isSame = (now: Identity | undefined, opened: Identity | undefined): boolean =>
  now?.ino === opened?.ino && now?.dev === opened?.dev;
