import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from './start.ts';
import { report } from './support/figures.ts';
import { toolCall } from './tool-call.ts';
import { upload } from './upload.ts';
import { concurrentCreates, write } from './write.ts';

/** `npm run bench`: every figure beside its baseline of the same run; exit status 1 when a bound does not hold. */
const folder = mkdtempSync(join(tmpdir(), 'workspace-bench-'));
const hosted = join(folder, 'hosted');
try {
  const figures = [
    ...(await toolCall(hosted)),
    ...(await start(hosted)),
    ...(await write(folder)),
    ...(await upload(join(folder, 'upload'))),
    ...(await concurrentCreates(folder)),
  ];
  process.exitCode = report(figures) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
