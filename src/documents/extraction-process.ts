import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { limits } from '../../schemas/limits.ts';
import { type Document, ExtractedText, TextIsCut, Unreadable } from './extracted-text.ts';
import { extractors, isTable } from './formats.ts';
import { type Outcome, type Task, tooMuchMemory } from './extraction.ts';

const [parent, task] = process.argv.slice(2) as [parent: string, task: string];
const { format, charset, sheet } = JSON.parse(task) as Task;

/**
 * A document may keep this thread busy forever, and its buffers are outside the heap. Another thread therefore ends the
 * process when the parent dies or memory exceeds the limit.
 */
function watch(parent: number, mostBytes: number, tooMuchMemory: string): void {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, tooMuchMemory);
  }, 100);
}

const watched = [Number(parent), limits.documentMemoryBytes, tooMuchMemory];
new Worker(`(${String(watch)})(...${JSON.stringify(watched)})`, { eval: true }).unref();
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const text = new ExtractedText(async (bytes) => {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}, isTable(format));
const extractText = await extractors[format]();
const outcome = await extract({ bytes: await buffer(process.stdin), charset, sheet });
process.stdout.end(() => process.send!(outcome, () => process.exit()));

async function extract(document: Document): Promise<Outcome> {
  try {
    const sheets = (await extractText(document, text)) ?? undefined;
    await text.flush();
    return text.isBlank ? { reason: 'no_text', sheets } : { isWhole: true, sheets };
  } catch (error) {
    if (error instanceof TextIsCut) return { isWhole: false };
    if (!(error instanceof Unreadable)) return { reason: 'damaged' };
    const { reason, sheets, line } = error;
    return { reason, sheets, line };
  }
}
