import { createHash } from 'node:crypto';
import { WorkspaceError } from '../../schemas/errors.ts';

/** Passes the bytes on. At the end it throws `damaged()` unless their digest matches. */
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

/** Translates a file system error into a sentence that begins with `what`. Any other error is returned unchanged. */
export function storageSentence(error: unknown, what: string): unknown {
  const code = systemCode(error);
  if (error instanceof WorkspaceError || code === undefined) return error;
  const reason = code === 'ENOSPC' ? 'the disk is full' : code;
  return new WorkspaceError('unavailable', `${what} (${reason}); nothing was kept of it.`);
}

export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
