/** Where the cursor was in a document that has just got its own address. */
let left: { readonly artifactId: string; readonly at: number } | undefined;

export const leaveCursor = (artifactId: string, at: number): void => {
  left = { artifactId, at };
};

/** Where the cursor goes in a document that is opened. */
export const cursorIn = (artifactId: string): number => (left?.artifactId === artifactId ? left.at : 0);
