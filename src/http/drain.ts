import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../schemas/limits.ts';

/** Clients look at the answer before they send much more than an upload may have. */
const mostBytes = 2 * limits.uploadBytes;

/** Discards the rest of a refused body, so that a sending client sees the refusal. Beyond a limit it hangs up. */
export function drain(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.byteLength;
    if (drained > mostBytes) request.destroy();
  });
  if (!response.shouldKeepAlive) closeOnceRead(request, response);
  request.resume();
}

/** Node.js would close a connection with bytes unread, which resets it and may lose the answer (RFC 9112, 9.6). */
function closeOnceRead(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = true;
  request.once('end', () => request.socket.destroySoon());
}
