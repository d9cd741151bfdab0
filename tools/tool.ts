import type { CallToolResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import type { Scope } from '../schemas/operation.ts';

/** Tools beyond the default ones, named by `--tools`. */
export type ToolGroup = 'default' | 'feed' | 'records' | 'views' | 'sessions' | 'channels';

/** What a tool knows of a call beside its input. */
export interface Call {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told to whoever asked for it, where the transport can carry it. */
  readonly progress: (progress: { progress: number; total: number; message: string }) => void;
}

/** One MCP tool, as data: shaped for the model that reads it, holding no rules of its own. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly name: `workspace_${string}`;
  readonly group: ToolGroup;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  /** Left out by `--read-only` although `readOnlyHint` may hold: it makes no sense without writing. */
  readonly needsWriting?: true;
  readonly input: Input;
  readonly output: Output;
  /** Its answer holds text that users stored, and says so. */
  readonly quotes?: true;
  /** What a too long answer is asked for less of. */
  readonly shorten?: Shortening;
  readonly run: (workspace: Workspace, input: z.output<Input>, call: Call) => Promise<z.input<Output>>;
  /** Content beside the JSON text, such as an image. */
  readonly blocks?: (output: z.output<Output>) => CallToolResult['content'];
}

/**
 * An answer that would be longer than a model should have to read is asked for again with a smaller `by`
 * (CONTRACT section 10), and then says where it goes on. A `length` that the caller named stands.
 */
export interface Shortening {
  readonly by: 'limit' | 'length';
  /** What is asked for where nothing is; by default it is left to the operation. */
  readonly usual: number | undefined;
  readonly least: number;
}

export const byItems = (usual: number = limits.pageDefault): Shortening => ({ by: 'limit', usual, least: 1 });
export const byBytes: Shortening = { by: 'length', usual: limits.windowDefault, least: limits.windowLeast };

export const tool = <Input extends z.ZodObject, Output extends z.ZodType>(declared: Tool<Input, Output>) => declared;

/** Reads, and may be repeated at will. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Adds something; a repetition adds it again unless it carries the same idempotency key. */
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
/** Brings about a state; repeating it changes nothing. */
export const sets = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
/** Replaces or takes away; repeating it changes nothing. */
export const removes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;
