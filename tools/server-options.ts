import type { Agent } from '../schemas/common.ts';
import type { Workspace } from '../schemas/index.ts';
import type { AppName } from '../schemas/mcp-apps.ts';
import type { SelectedTools } from './tool.ts';

export interface ServerOptions {
  /** Called for each call, with the host that makes it. The signal aborts its work when the caller leaves. */
  readonly workspaceUntil: (gone?: AbortSignal, agent?: Agent) => Workspace;
  /** The host, where neither the request nor its connection names it. */
  readonly agent?: Agent | undefined;
  readonly tools: SelectedTools;
  readonly version: string;
  /** Set for a message about tools: resources and prompts are not built. The capabilities still list them. */
  readonly toolsAlone?: boolean;
  readonly apps: {
    /** The HTML of an app. */
    readonly page: (name: AppName) => Promise<string>;
    /** Whether the host shows them, where neither the request nor its connection tells. */
    readonly areShown?: boolean | undefined;
  };
  /** Set where files may be sent as the draft SEP-2631 says: by a gateway, to a client with a token. */
  readonly transfers?: {
    /** Whether the host sends them, where neither the request nor its connection tells. */
    readonly areSent?: boolean | undefined;
  };
  /** Does long work, which says by a `yield` where others may go on. Absent if nobody else waits. */
  readonly inTurns?: <Result>(work: Generator<void, Result, void>) => Promise<Result>;
  /** Makes the request ID for problems and the log; random by default. */
  readonly newRequestId?: () => string;
  /** Called with defects. The caller sees only the request ID. */
  readonly onDefect: (error: unknown, requestId: string) => void;
}
