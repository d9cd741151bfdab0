import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { DocumentFormat } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import { type Document, DrawnText, TextIsCut, Undrawable } from './drawing.ts';
import { drawers } from './formats.ts';
import type { Outcome } from './extraction.ts';

const [parent, format, charset] = process.argv.slice(2) as [parent: string, DocumentFormat, charset?: string];

/**
 * A document may keep this thread busy for ever, and its buffers are outside the heap: another one sees that the parent has
 * died or that the memory has become too much, and ends the process.
 */
function watch(parent: number, mostBytes: number): void {
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL');
  }, 100);
}

new Worker(`(${String(watch)})(${Number(parent)}, ${limits.documentMemoryBytes})`, { eval: true }).unref();
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const text = new DrawnText(async (bytes) => {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
});
const drawText = await drawers[format]();
const outcome = await draw({ bytes: await buffer(process.stdin), charset });
process.stdout.end(() => process.send!(outcome, () => process.exit()));

async function draw(document: Document): Promise<Outcome> {
  try {
    await drawText(document, text);
    await text.flush();
    return text.isBlank ? { reason: 'no_text' } : { isWhole: true };
  } catch (error) {
    if (error instanceof TextIsCut) return { isWhole: false };
    return { reason: error instanceof Undrawable ? error.reason : 'damaged' };
  }
}
