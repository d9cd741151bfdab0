import { cache } from '../../data/cache.ts';

/** Shared or taken back, a conversation is read anew here, in lists and in feeds. */
export async function refresh(sessionId: string): Promise<void> {
  const keys = [['session', sessionId], ['sessions'], ['feed'], ['access']];
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
