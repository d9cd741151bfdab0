import type { Edited } from '../../grid/editor/use-editing.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { type Opened, versionIn } from './opening.ts';

/** A new sheet that has just got an address of its own. The same writing goes on there. */
export interface Made {
  readonly artifact: Artifact;
  readonly edited: Edited;
  readonly keeper: DraftKeeper;
  /** The person saved once more while it was stored. */
  readonly wantsMore: () => boolean;
}

let made: Made | undefined;

export const leaveAs = (now: Made): void => {
  made = now;
};

/** How the writing goes on in a sheet that is opened. */
export const madeAs = (artifactId: string): Made | undefined => (made?.artifact.id === artifactId ? made : undefined);

/** It is open already, with the edits since. */
export const openedAs = (made: Made | undefined): Opened | undefined =>
  made && { sheet: made.edited.acts.sheetNow(), stored: versionIn(made.artifact) };

export const forgetMade = (): void => {
  made = undefined;
};
