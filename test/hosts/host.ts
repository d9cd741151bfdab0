import type { Recorded, Step } from './model.ts';
import type { Place } from './workplace.ts';

/** How a host reaches the workspace. `login`: over HTTP, with the address alone and a person who lets it in. */
export type Door = 'stdio' | 'http' | 'login';

/** Where a host runs. */
export interface Room {
  /** The folder of its packages. */
  readonly installed: string;
  /** A new folder that is its home and working directory. */
  readonly home: string;
  readonly place: Place;
  readonly door: Door;
  /** The recording model. */
  readonly modelUrl: string;
  /** The calls that the model will make. */
  readonly script: readonly Step[];
  /** Runs a program to its end, and returns what it said. */
  readonly run: (command: readonly string[], options?: RunOptions) => Promise<string>;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

/** The results that a host shows itself, where its model cannot see them. */
export interface Seen {
  readonly resources?: string;
  /** The output of a host without a model. */
  readonly recorded?: readonly Recorded[];
}

export interface Host {
  readonly name: string;
  /** The npm packages, the host's own first. */
  readonly packages: readonly string[];
  /** Logs a person in, before a run through the door `login`. Some hosts do it within their run. */
  readonly logIn?: (room: Room) => Promise<unknown>;
  /** Works through the prompt until the model is done. */
  readonly work: (room: Room) => Promise<Seen | void>;
  /** Finds tools by their names, in a host that offers a search of tools at first. */
  readonly findTools?: (tools: readonly string[]) => Step;
  /** Reads a resource, in a host that has a tool for that. */
  readonly readResource?: Step;
  /** Cells that cannot be good, with the reason, which is the host's own. */
  readonly reasons?: { readonly [cell: string]: string };
  /** Set if another agent runs it, and reads what it prints. */
  readonly hasNoModel?: true;
  /** Set if the host does not survive an image. Then it is shown none. */
  readonly showsNoImage?: true;
}

export const serverName = 'workspace-mcp';
export const prompt = 'Read the payments, correct them, and look at the picture.';
export const resource = 'workspace://channels/general';
