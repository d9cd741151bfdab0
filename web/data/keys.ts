/** An idempotency key. Browsers give `randomUUID` to secure pages alone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
