import type { Host } from './hosts.ts';

/** A host's file, parsed for one server. */
export interface ServerFile {
  /** The existing entry with the server's name. */
  readonly existing: unknown;
  /** The file with the server added; every other byte stays. */
  readonly added: () => string;
}

/** A server to add. */
export interface Addition {
  readonly host: Host;
  readonly name: string;
  readonly entry: object;
  /** The file's line ending. */
  readonly eol: string;
  /** Makes the error for a file that somebody must correct by hand. */
  readonly mistake: (what: string) => Error;
}
