import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { activity } from './activity.ts';
import { answers } from './answers.ts';
import { app } from './app.ts';
import { batchWrites } from './batches.ts';
import { feed } from './feed.ts';
import { gateway } from './gateway.ts';
import { imports } from './imports.ts';
import { learned } from './learned.ts';
import { mcpGateway } from './mcp-gateway.ts';
import { neighbours } from './neighbours.ts';
import { queries } from './queries.ts';
import { search } from './search.ts';
import { server } from './server.ts';
import { sheets } from './sheets.ts';
import { start } from './start.ts';
import { type Figure, report, type Verdict } from './support/figures.ts';
import { toolCall } from './tool-call.ts';
import { upload } from './upload.ts';
import { concurrentCreates, write } from './write.ts';

const { positionals: asked, values } = parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } });

const groups: Record<string, (folder: string) => Promise<Figure[]>> = {
  calls: async (folder) => [...(await toolCall(folder)), ...(await start(folder))],
  writes: async (folder) => [...(await write(join(folder, 'one'))), ...(await concurrentCreates(join(folder, 'many')))],
  gateway: async (folder) => [
    ...(await gateway(folder)),
    ...(await mcpGateway(join(folder, 'mcp'))),
    ...(await feed(join(folder, 'feed'))),
    ...(await activity(join(folder, 'activity'))),
  ],
  batches: batchWrites,
  uploads: upload,
  imports,
  queries,
  learned,
  answers,
  ...(values.data !== undefined && { search: (folder) => search(folder, values.data!) }),
  sheets,
  neighbours,
  server,
  app,
};

/**
 * `npm run bench`: every figure beside its baseline of the same run. Exit status 1: a bound does not hold. Exit status
 * 2: no bound is missed, but a figure spreads too widely to tell, as on a busy machine.
 * `npm run bench -- queries imports` runs these groups only; `search` also wants judged questions: `--data DIR`.
 */
const unknown = asked.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) throw new Error(`No group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'workspace-bench-'));
try {
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(groups)) {
    if (asked.length === 0 || asked.includes(name)) figures.push(...(await run(join(folder, name))));
  }
  const verdicts = report(figures);
  const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
  console.log(`${count('holds')} hold, ${count('missed')} missed, ${count('not measured')} not measured`);
  process.exitCode = verdicts.includes('missed') ? 1 : verdicts.includes('not measured') ? 2 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
