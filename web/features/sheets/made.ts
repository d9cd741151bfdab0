import type { Begun } from '../../grid/editor/use-editing.ts';

let made: { readonly versionId: string; readonly begun: Begun } | undefined;

/** A new sheet has just got an address of its own. It can be undone and is seen there as before. */
export const leaveAs = (versionId: string, begun: Begun): void => {
  made = { versionId, begun };
};

/** How the writing goes on in a version that is opened. */
export const begunIn = (versionId: string): Begun | undefined =>
  made?.versionId === versionId ? made.begun : undefined;

export const forgetMade = (): void => {
  made = undefined;
};
