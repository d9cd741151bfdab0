import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import type { AppName } from '../schemas/mcp-apps.ts';
import type { Scope } from '../schemas/operation.ts';
import type { toolGroups } from '../schemas/tool-groups.ts';

export type ToolGroup = 'default' | (typeof toolGroups)[number];

/** The context of a call. */
export interface Call {
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal;
  /** Sends progress to the caller if the transport supports it. */
  readonly progress: (progress: { progress: number; total?: number; message: string }) => void;
  /** The amount that was asked for, when the answer was too long and the call is repeated with less. */
  readonly reducedFrom?: number | undefined;
}

interface ForApp {
  /**
   * Reads the values for an app alone, in a host that shows apps. They are not part of the answer, and hosts show them
   * to no model.
   */
  readonly forApp?: () => object | Promise<object>;
}

/** One MCP tool, as data. It is shaped for a model and has no rules of its own. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly name: `workspace_${string}`;
  /** The group that lists it. `earlier`: the first release listed it, and another tool replaced it. */
  readonly group: ToolGroup | 'earlier';
  /** The group that listed it in the first release. Its calls still work there. */
  readonly earlierGroup?: ToolGroup;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  /** Omitted with `--read-only` even if `readOnlyHint` is true, because it is useless without writing. */
  readonly needsWriting?: true;
  readonly input: Input;
  readonly output: Output;
  /** Whether its answer quotes text of users and must say so. */
  readonly quotes?: true;
  /** The argument to reduce if an answer is too long. */
  readonly shorten?: Shortening;
  readonly run: (workspace: Workspace, input: z.output<Input>, call: Call) => Promise<z.input<Output> & ForApp>;
  /** The question before it deletes, in a host that can ask the person. Undefined if this call deletes nothing. */
  readonly asks?: (workspace: Workspace, input: z.output<Input>) => Promise<string | undefined>;
  /** Set if an answer may hold `blocks`, such as an image. The tool then has no output schema. */
  readonly showsBlocks?: true;
  /** A part of its definition that one kind of host understands. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The app that shows its answers. */
  readonly app?: AppName;
}

/** Content beside the JSON text. It is not part of that text. */
export const blocks = z.custom<CallToolResult['content']>().optional();

export interface SelectedTools {
  readonly listed: readonly Tool[];
  /** Those, and names of the first release. */
  readonly callable: readonly Tool[];
}

/**
 * Repeats a call with a smaller `by` if its answer is too long for a model (CONTRACT section 10). The answer then says
 * where it continues. A `length` given by the caller is kept.
 */
export interface Shortening {
  readonly by: 'limit' | 'length';
  /** The value used if the caller gives none; undefined leaves it to the operation. */
  readonly usual: number | undefined;
  readonly least: number;
}

export const byItems = (usual: number = limits.pageDefault): Shortening => ({ by: 'limit', usual, least: 1 });
export const byBytes: Shortening = { by: 'length', usual: limits.windowDefault, least: limits.windowLeast };

export const tool = <Input extends z.ZodObject, Output extends z.ZodType>(declared: Tool<Input, Output>) => declared;

/** Reads; may be repeated freely. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Adds something; a repetition adds it again, unless it carries the same idempotency key. */
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
/** Sets a state; a repetition changes nothing. */
export const sets = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Adds, replaces and removes; a repetition adds again, unless it carries the same idempotency key. */
export const writes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const;
/** Replaces or removes; a repetition changes nothing. */
export const removes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
