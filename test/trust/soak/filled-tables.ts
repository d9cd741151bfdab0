import { limits } from '../../../schemas/limits.ts';
import type { Person } from './team.ts';

/**
 * Has the gateway, and the host over stdio, keep as many sheets as tables as they may: from then on each that is asked for
 * takes the place of another, so that what more memory and files there are is growth.
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
