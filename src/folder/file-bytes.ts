import { createHash } from 'node:crypto';
import { WorkspaceError } from '../../schemas/errors.ts';

/** The same bytes; behind their end it throws what `damaged` makes unless they are those of the digest. */
export async function* digested(
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
  damaged: () => Error,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw damaged();
}

export const hasCode = (error: unknown, code: string): boolean => systemCode(error) === code;

/** What the system says of its files as a sentence that begins with `what`; any other error stays as it is. */
export function storageSentence(error: unknown, what: string): unknown {
  const code = systemCode(error);
  if (error instanceof WorkspaceError || code === undefined) return error;
  const reason = code === 'ENOSPC' ? 'the disk is full' : code;
  return new WorkspaceError('unavailable', `${what} (${reason}); nothing was kept of it.`);
}

export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
