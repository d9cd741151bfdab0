import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feed } from './feed.ts';
import { gateway } from './gateway.ts';
import { imports } from './imports.ts';
import { mcpGateway } from './mcp-gateway.ts';
import { queries } from './queries.ts';
import { sheets } from './sheets.ts';
import { start } from './start.ts';
import { type Figure, report } from './support/figures.ts';
import { toolCall } from './tool-call.ts';
import { upload } from './upload.ts';
import { concurrentCreates, write } from './write.ts';

const groups: Record<string, (folder: string) => Promise<Figure[]>> = {
  calls: async (folder) => [...(await toolCall(folder)), ...(await start(folder))],
  writes: async (folder) => [...(await write(join(folder, 'one'))), ...(await concurrentCreates(join(folder, 'many')))],
  gateway: async (folder) => [
    ...(await gateway(folder)),
    ...(await mcpGateway(join(folder, 'mcp'))),
    ...(await feed(join(folder, 'feed'))),
  ],
  uploads: upload,
  imports,
  queries,
  sheets,
};

/**
 * `npm run bench`: every figure beside its baseline of the same run; exit status 1 when a bound does not hold.
 * `npm run bench -- queries imports` runs these groups only.
 */
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) throw new Error(`No group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'workspace-bench-'));
try {
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(groups)) {
    if (asked.length === 0 || asked.includes(name)) figures.push(...(await run(join(folder, name))));
  }
  process.exitCode = report(figures) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
