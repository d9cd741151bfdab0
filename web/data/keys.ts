import { WorkspaceError } from '../../src/sdk/index.ts';

/** An idempotency key. Browsers give `randomUUID` to secure pages alone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Keys of requests whose answers never came, by what they ask for. */
const unanswered = new Map<string, string>();

/**
 * Sends a request under an idempotency key. Without an answer, the next equal request has the same key. Pressing again
 * then stores nothing twice.
 */
export async function underKey<Request extends object, Answer>(
  send: (request: Request & { readonly idempotencyKey: string }) => Promise<Answer>,
  request: Request,
): Promise<Answer> {
  const name = JSON.stringify(request);
  const idempotencyKey = unanswered.get(name) ?? newKey();
  unanswered.delete(name);
  try {
    return await send({ ...request, idempotencyKey });
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'unavailable') unanswered.set(name, idempotencyKey);
    throw error;
  }
}
