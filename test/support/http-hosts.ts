import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { type Calls, callingWith } from './hosts.ts';

export interface HttpHost extends Calls {
  readonly client: Pick<
    Client,
    'close' | 'listTools' | 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt' | 'complete'
  >;
}

const sending = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

/** A chat client with a token: the current SDK client on `/mcp`; closed when the test is over. */
export async function startHttpHost(url: string, token: string, options?: ClientOptions) {
  const client = new Client({ name: 'test-host', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), sending(token)));
  onTestFinished(() => client.close());
  return { client, ...callingWith((request) => client.callTool(request)) };
}

/** The same with the client of the SDK's maintenance line. */
export async function startOlderHttpHost(url: string, token: string) {
  const client = new OlderClient({ name: 'older-test-host', version: '1.0.0' });
  await client.connect(new OlderTransport(new URL(url), sending(token)));
  onTestFinished(() => client.close());
  return { client, ...callingWith((request) => client.callTool(request)) };
}

/** The part of each request in which a client of revision 2026-07-28 describes itself. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test-host', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request of that revision, as its headers and body stand on the wire. */
export function modernRequest(method: string, params: Record<string, unknown> = {}) {
  const name = params.name ?? params.uri;
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
  };
}
