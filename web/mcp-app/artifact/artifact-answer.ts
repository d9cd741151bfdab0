export interface ShortVersion {
  readonly versionId: string;
  readonly versionNumber: number;
  readonly title: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly via?: string | undefined;
}

/** The answer of `workspace_artifact_get`. */
export interface ArtifactAnswer {
  readonly artifact: {
    readonly id: string;
    readonly title: string;
    readonly kind: 'markdown' | 'csv';
    readonly versionId: string;
    readonly versionNumber: number;
    readonly url: string;
    readonly content?: string | undefined;
    readonly offset?: number | undefined;
    readonly nextOffset?: number | undefined;
  };
  readonly versions?: readonly ShortVersion[] | undefined;
  readonly diff?: string | undefined;
  /** Where the difference goes on. */
  readonly nextOffset?: number | undefined;
  /** Where the versions go on. */
  readonly nextCursor?: string | undefined;
}

/** An answer with the one that continues its text, its difference or its versions. */
export const continued = (
  { artifact, versions, diff, nextCursor }: ArtifactAnswer,
  next: ArtifactAnswer,
): ArtifactAnswer => ({
  artifact: {
    ...artifact,
    nextOffset: next.artifact.nextOffset,
    content: artifact.content === undefined ? undefined : artifact.content + (next.artifact.content ?? ''),
  },
  versions: next.versions ? [...(versions ?? []), ...next.versions] : versions,
  diff: diff === undefined ? undefined : diff + (next.diff ?? ''),
  nextOffset: next.nextOffset,
  nextCursor: next.versions ? next.nextCursor : nextCursor,
});
