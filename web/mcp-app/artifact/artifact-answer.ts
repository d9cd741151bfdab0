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
}
