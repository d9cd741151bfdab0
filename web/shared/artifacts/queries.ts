import { queryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';

export type Artifact = Awaited<ReturnType<typeof workspace.artifacts.get>>['artifact'];

/** An artifact as it stands, with its whole content. */
export const artifactQuery = (artifactId: string) =>
  queryOptions({
    queryKey: ['artifact', artifactId],
    queryFn: async ({ signal }) => (await workspace.artifacts.get({ artifactId }, { signal })).artifact,
  });

/** A version never changes. */
export const versionQuery = (artifactId: string, versionId: string) =>
  queryOptions({
    queryKey: ['artifact', artifactId, 'version', versionId],
    queryFn: async ({ signal }) => (await workspace.artifacts.version({ artifactId, versionId }, { signal })).version,
    staleTime: 'static',
  });
