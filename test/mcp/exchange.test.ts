import { McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { mcpExchange } from '../../src/http/mcp/exchange.ts';
import { modernRequest } from '../support/http-hosts.ts';

const call = { name: 'wait', arguments: {} };

test.each([
  ['an older revision', { headers: {}, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call } }],
  ['the current revision', modernRequest('tools/call', call)],
])('a call hears that its client has gone away, with a request of %s', async (_revision, { headers, body }) => {
  const server = new McpServer({ name: 'waits', version: '1.0.0' });
  const begun = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<undefined>();
  const heard = Promise.withResolvers<void>();
  server.registerTool('wait', {}, async ({ mcpReq: { signal } }) => {
    signal.addEventListener('abort', () => heard.resolve());
    begun.resolve();
    await heard.promise;
    return { content: [] };
  });
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  const answered = mcpExchange(() => {})(server, body, request, {
    gone: gone.promise,
    pause: async () => {},
    mayKeep: () => true,
  });
  await begun.promise;
  gone.resolve(undefined);
  expect(await answered).toBeUndefined();
  await heard.promise;
});

test('long answers of an older revision are not written as a whole', async () => {
  const server = new McpServer({ name: 'tells', version: '1.0.0' });
  const content = [{ type: 'text' as const, text: 'x'.repeat(1_000_000) }];
  server.registerTool('tell', {}, async () => ({ content }));
  const request = { method: 'POST', headers: new Headers({ 'content-type': 'application/json' }) };
  const message = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'tell', arguments: {} },
  });
  const answered = (messages: unknown) =>
    mcpExchange(() => {})(server, messages, request, {
      gone: new Promise(() => {}),
      pause: async () => {},
      mayKeep: () => true,
    });
  const answer = (id: number) => ({ jsonrpc: '2.0', id, result: { content } });
  expect(await answered(message(1))).toEqual(answer(1));
  expect(await answered([message(2), message(3)])).toEqual([answer(2), answer(3)]);
});
