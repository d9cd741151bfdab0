/** A document that has just got its own address: where the cursor was, and when it was saved. */
interface Made {
  readonly artifactId: string;
  readonly cursor: number;
  readonly savedAt: number;
}

let made: Made | undefined;

export const leaveAs = (document: Omit<Made, 'savedAt'>): void => {
  made = { ...document, savedAt: Date.now() };
};

/** How the writing goes on in a document that is opened. */
export const begunIn = (artifactId: string): Pick<Made, 'cursor'> & Partial<Made> =>
  made?.artifactId === artifactId ? made : { cursor: 0 };
