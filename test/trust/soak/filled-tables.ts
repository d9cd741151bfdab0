import { limits } from '../../../schemas/limits.ts';
import type { Person } from './team.ts';

/**
 * Fills the table caches for sheets in the gateway and in the host over stdio. From then on each new table replaces
 * another, so more memory or more files are growth.
 */
export async function fillTables({ client, tools }: Person): Promise<void> {
  const sheet = { kind: 'csv' as const, title: 'Versions' };
  const { artifact } = await client.artifacts.create({ ...sheet, content: contentOf(0) });
  let { versionId } = artifact;
  for (let version = 1; version <= limits.sheets; version += 1) {
    const query = {
      mode: 'deterministic',
      operation: 'records',
      artifactId: artifact.id,
      versionId,
      limit: 1,
    } as const;
    await client.queries.run(query);
    await tools!.done('workspace_query_run', query);
    const change = { artifactId: artifact.id, expectedVersionId: versionId, content: contentOf(version) };
    ({ versionId } = (await client.artifacts.update(change)).artifact);
  }
}

const contentOf = (version: number): string =>
  ['Label,Amount', ...Array.from({ length: 100 }, (_, row) => `row ${row},${version + row}`), ''].join('\n');
