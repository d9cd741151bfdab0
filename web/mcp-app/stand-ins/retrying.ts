/** An app calls through its host, which has a sentence of its own where it reaches nothing. */
export const isUnreached = (_error: unknown): boolean => false;
