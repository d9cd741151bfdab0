import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

/**
 * The baseline: node:http that compares a token, and the bare SDK with this number of echo tools. It is stateless and
 * answers JSON.
 */
const [, , token, tools] = process.argv;
const expected = `Bearer ${token}`;
const inputSchema = z.object({ text: z.string() });

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'echo', version: '1.0.0' });
    for (let number = 0; number < Number(tools); number += 1) {
      server.registerTool(`echo_${number}`, { description: 'Echoes', inputSchema }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
    }
    return server;
  },
  { legacy: 'reject', responseMode: 'json' },
);

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== expected) return void response.writeHead(401).end();
  const headers = new Headers(request.headers as Record<string, string>);
  const asked = new Request(`http://localhost${request.url}`, { method: 'POST', headers });
  const answered = await handler.fetch(asked, { parsedBody: JSON.parse(await text(request)) });
  const body = await answered.text();
  response
    .writeHead(answered.status, {
      ...Object.fromEntries(answered.headers),
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

/** Idle connections stay open while the other server has its turn. */
const keepAliveTimeout = 120_000;

const server = createServer({ keepAliveTimeout }, (request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`workspace listening on http://127.0.0.1:${port}\n`);
});
