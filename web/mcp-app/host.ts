import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializeRequest,
  McpUiInitializeResult,
} from '@modelcontextprotocol/ext-apps';
import type { CallToolResult } from '@modelcontextprotocol/client';

/** The messages of a host after the handshake. */
export interface Told {
  readonly input: (input: Record<string, unknown>) => void;
  readonly result: (result: CallToolResult) => void;
  readonly cancelled: (reason: string | undefined) => void;
  readonly context: (context: McpUiHostContext) => void;
  /** The host is about to remove the app. */
  readonly over: () => void;
}

type Params = Record<string, unknown>;

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly message: string };
}

const protocolVersion = '2026-01-26';
const methodNotFound = -32601;

const waiting = new Map<number | string, PromiseWithResolvers<unknown>>();
let lastId = 0;

const send = (message: Omit<Message, 'jsonrpc'>) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const notify = (method: string, params: Params = {}) => send({ method, params });

/** A request to the host. Rejects with the host's own words. */
function request<Result>(method: string, params: Params): Promise<Result> {
  const id = (lastId += 1);
  const answer = Promise.withResolvers<unknown>();
  waiting.set(id, answer);
  send({ id, method, params });
  return answer.promise as Promise<Result>;
}

/**
 * Speaks with the host that shows the app, by the extension `io.modelcontextprotocol/ui`. The official class for apps
 * takes 234 KB, more than a whole app may have. The tests hold this against the official class for hosts.
 */
export async function connect(title: string, told: Told): Promise<McpUiInitializeResult> {
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source === window.parent && data?.jsonrpc === '2.0') take(data, told);
  });
  const params: McpUiInitializeRequest['params'] = {
    protocolVersion,
    appInfo: { name: 'workspace-mcp', title, version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  };
  const host = await request<McpUiInitializeResult>('ui/initialize', { ...params });
  capabilities = host.hostCapabilities;
  told.context(host.hostContext);
  notify('ui/notifications/initialized');
  return host;
}

let capabilities: McpUiHostCapabilities = {};
export const hostCan = (what: keyof McpUiHostCapabilities): boolean => capabilities[what] !== undefined;

function take({ id, method, params = {}, result, error }: Message, told: Told): void {
  if (method === undefined) {
    if (id === undefined) return;
    const answer = waiting.get(id);
    waiting.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  } else if (id === undefined) heard[method]?.(params, told);
  else if (method === 'ui/resource-teardown') {
    told.over();
    send({ id, result: {} });
  } else if (method === 'ping') send({ id, result: {} });
  else send({ id, error: { code: methodNotFound, message: 'Method not found' } as Message['error'] });
}

const heard: Record<string, ((params: Params, told: Told) => void) | undefined> = {
  'ui/notifications/tool-input': (params, told) => told.input((params['arguments'] ?? {}) as Params),
  'ui/notifications/tool-result': (params, told) => told.result(params as unknown as CallToolResult),
  'ui/notifications/tool-cancelled': (params, told) => told.cancelled(params['reason'] as string | undefined),
  'ui/notifications/host-context-changed': (params, told) => told.context(params),
};

export const callServer = (name: string, input: object): Promise<CallToolResult> =>
  request('tools/call', { name, arguments: { ...input } });

/** Asks the host to show an address, which a frame cannot do by itself. */
export const openLink = (url: string): Promise<unknown> => request('ui/open-link', { url });

/** Asks for a height. An app takes the width that it has, and a host that is told one may keep it. */
export const resized = (height: number): void => notify('ui/notifications/size-changed', { height });

/** Tells the model what the person did, in words of ours and IDs alone: never text that somebody stored. */
export function tellModel(text: string): void {
  if (!hostCan('updateModelContext')) return;
  void request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {});
}
