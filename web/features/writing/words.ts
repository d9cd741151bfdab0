/** A document as its writer has it. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

/** The version that a writer began with. A new document has none yet. */
export interface Base extends Words {
  readonly versionId?: string;
  readonly versionNumber?: number;
}

export const isSame = (one: Words, other: Words): boolean => one.title === other.title && one.text === other.text;

interface Stored {
  readonly versionId: string;
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string;
}

export const baseOf = ({ versionId, versionNumber, title, content }: Stored): Base => ({
  versionId,
  versionNumber,
  title,
  text: content,
});
