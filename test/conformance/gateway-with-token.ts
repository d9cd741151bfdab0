import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that adds the token to what it passes on, since the suite has none to send. */
export async function gatewayWithToken(gatewayUrl: string, token: string) {
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const outgoing = request(new URL(incoming.url!, gatewayUrl), { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => proxy.close() };
}
