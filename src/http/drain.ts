import type { IncomingMessage } from 'node:http';
import { limits } from '../../schemas/limits.ts';

/** Nobody sends much more than an upload may have before looking at the answer. */
const mostBytes = 2 * limits.uploadBytes;

/** Reads a refused body on and forgets it, so that a client that is still sending sees the refusal; in the end it hangs up. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.byteLength;
    if (drained > mostBytes) request.destroy();
  });
  request.resume();
}
