import type { Workspace } from '../schemas/index.ts';
import type { Tool } from './tool.ts';

export interface ServerOptions {
  /** Called for each call; what it asks may be given up when the signal aborts. */
  readonly workspaceUntil: (gone?: AbortSignal) => Workspace;
  readonly tools: readonly Tool[];
  readonly version: string;
  /** For a message that is about tools: what it is not asked for is not made. The server says that it has them all the same. */
  readonly toolsAlone?: boolean;
  /** Names what a caller asked, in the problem that it is shown and in the log; at random unless given. */
  readonly newRequestId?: () => string;
  /** Told of defects; the caller sees only the request ID. */
  readonly onDefect: (error: unknown, requestId: string) => void;
}
