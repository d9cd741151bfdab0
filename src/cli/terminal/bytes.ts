import { once } from 'node:events';
import { misuse } from '../failure.ts';

/** Bytes that go to a file or program, never to a terminal. */
export function refuseTerminal(): void {
  if (process.stdout.isTTY) throw misuse('Bytes may do harm in a terminal; send them to a file or a program.');
}

/** Bytes printed before an error stay printed; the exit status reports it. */
export async function toStdout(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  refuseTerminal();
  for await (const chunk of bytes) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain', { signal });
}
