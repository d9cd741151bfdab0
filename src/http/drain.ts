import type { IncomingMessage } from 'node:http';
import { limits } from '../../schemas/limits.ts';

/** Clients look at the answer before they send much more than an upload may have. */
const mostBytes = 2 * limits.uploadBytes;

/** Discards the rest of a refused body, so that a sending client sees the refusal. Beyond a limit it hangs up. */
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
