import type { Workspace } from '../schemas/index.ts';
import type { SelectedTools } from './tool.ts';

export interface ServerOptions {
  /** Called for each call. The signal aborts its work when the caller leaves. */
  readonly workspaceUntil: (gone?: AbortSignal) => Workspace;
  readonly tools: SelectedTools;
  readonly version: string;
  /** Set for a message about tools: resources and prompts are not built. The capabilities still list them. */
  readonly toolsAlone?: boolean;
  /** Makes the request ID for problems and the log; random by default. */
  readonly newRequestId?: () => string;
  /** Called with defects. The caller sees only the request ID. */
  readonly onDefect: (error: unknown, requestId: string) => void;
}
