import { scopes } from '../schemas/operation.ts';
import { selectTools } from '../tools/index.ts';
import { openLocalWorkspace } from './support/core.ts';
import type { Figure } from './support/figures.ts';
import { accessToken, bundled, listening, ourGateway, type Server } from './support/gateway.ts';
import { pin, unpin } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';
import { cpuInPairs, type Side } from './support/pairs.ts';

const connections = 8;
/** Enough of them that each turn has several garbage collections. */
const requests = 1_600;

/** CPU per call of a short list over HTTP, beside an echo of the bare SDK with as many tools. */
export async function mcpGateway(dataFolder: string): Promise<Figure[]> {
  const { close } = await openLocalWorkspace(dataFolder);
  await close();
  const token = accessToken(dataFolder);
  const tools = selectTools({ groups: [], readOnly: false, scopes }).listed.length;
  const bareFile = await bundled('bare-mcp-gateway');
  const [ours, bare] = [await ourGateway(dataFolder), await listening(bareFile, token, String(tools))];
  try {
    pin(process.pid, 0);
    const list = await callsOf(ours, token, 'workspace_channels_list', {});
    const echo = await callsOf(bare, token, 'echo_0', { text: 'A short document.' });
    return [
      {
        name: 'tools/call over HTTP: CPU a call',
        ...(await cpuInPairs(list, echo, requests)),
        unit: 'µs',
        bound: { atMost: 1.3 },
      },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    unpin(process.pid);
  }
}

/** Calls of a tool, as a client of the current revision sends them. */
async function callsOf(server: Server, token: string, name: string, input: object): Promise<Side> {
  pin(server.process.pid!, 1);
  const client = await RawClient.connect(server.url, token, connections);
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: input, _meta: meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  return { server, send: () => client.run('POST /mcp', requests, body, headers) };
}
