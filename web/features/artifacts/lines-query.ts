import { queryOptions } from '@tanstack/react-query';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { blame, type WrittenLine } from '../../read/blame.ts';
import { versionQuery } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';

/** Larger documents, and versions before these, are left out: the page compares them itself. */
export const mostBytes = 512 * 1024;
const mostVersions = 50;

/** Who wrote each line of a version, told from the versions before it. */
export const authorsQuery = (artifactId: string, versionId: string) =>
  queryOptions({
    queryKey: ['artifact', artifactId, 'authors', versionId],
    queryFn: ({ signal }) => authorsOf(artifactId, versionId, signal),
    staleTime: 'static',
  });

async function authorsOf(artifactId: string, versionId: string, signal: AbortSignal) {
  const { versions: all, nextCursor } = await workspace.artifacts.versions({ artifactId, limit: 200 }, { signal });
  const until = all.slice(all.findIndex((version) => version.versionId === versionId));
  const versions = until.slice(0, mostVersions).toReversed();
  let lines: WrittenLine[] = [];
  for await (lines of blame(contentsOf(artifactId, versions, signal))) await restful(signal);
  return { lines, versions, isBounded: until.length > versions.length || nextCursor !== undefined };
}

async function* contentsOf(artifactId: string, versions: readonly Version[], signal: AbortSignal) {
  for (const { versionId } of versions) {
    signal.throwIfAborted();
    yield await cache.fetchQuery(versionQuery(artifactId, versionId));
  }
}

/** Lets the page draw and answer keys between two comparisons. */
const restful = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    else setTimeout(resolve);
  });
