import { stringify } from 'smol-toml';
import type { Host } from './hosts.ts';

/** A host's file, read for one server. */
export interface ServerFile {
  /** What stands there under the server's name. */
  readonly existing: unknown;
  /** The file with the server added; every other byte stays. */
  readonly added: () => string;
}

/** A server that is to be added. */
export interface Addition {
  readonly host: Host;
  readonly name: string;
  readonly entry: object;
  /** How the file ends its lines. */
  readonly eol: string;
  /** That the file is what somebody has to look at. */
  readonly mistake: (what: string) => Error;
}

/** A server under its name, as the host's file has it. */
export function blockOf({ format, key }: Host, name: string, entry: object): string {
  const block = { [key]: { [name]: entry } };
  return format === 'toml' ? stringify(block) : `${JSON.stringify(block, null, 2)}\n`;
}
