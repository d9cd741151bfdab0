import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentFormat, NoTextReason } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import type { TableFormat } from './formats.ts';

const script = fileURLToPath(new URL(`./extraction-process${extname(import.meta.url)}`, import.meta.url));
const mebibyte = 1024 * 1024;

/**
 * The signals of a process that ran out of memory. Its watch sends the first, and only the watch does. V8 raises the
 * second.
 */
export const tooMuchMemory = 'SIGUSR2';
const memorySignals = new Set<string | null>([tooMuchMemory, 'SIGABRT']);

/** Why a document gives no table, beside the reasons why it has no text. */
export type NoTableReason = 'no_sheet' | 'too_many_columns' | 'no_json_object';

/** A text, cut or whole, or the reason why there is none. A workbook that is read as a table names its sheets. */
export type Outcome = ({ readonly isWhole: boolean } | { readonly reason: NoTextReason | NoTableReason }) & {
  readonly sheets?: readonly string[] | undefined;
  readonly line?: number | undefined;
};

export interface Task {
  readonly format: DocumentFormat | TableFormat;
  readonly charset?: string | undefined;
  /** The sheet that becomes a table. */
  readonly sheet?: string | undefined;
}

export interface Extraction {
  /** The text as UTF-8 while it is extracted; it ends early when there turns out to be none. */
  readonly text: AsyncIterable<Uint8Array>;
  /** To be awaited when the text has ended. An outcome that another attempt could change is `isFinal: false`. */
  readonly outcome: Promise<Outcome & { readonly isFinal: boolean }>;
}

/**
 * Extracts the text of a document in a separate process. The process may read but not write, has limited memory and
 * time, and does not outlive this one. A document can do no other harm.
 */
export function extractText(task: Task, bytes: AsyncIterable<Uint8Array>, givenUp: AbortSignal): Extraction {
  const overrun = AbortSignal.timeout(limits.documentSecondsMost * 1_000);
  const child = fork(script, [String(process.pid), JSON.stringify(task)], {
    execArgv: [
      `--max-old-space-size=${Math.floor((0.75 * limits.documentMemoryBytes) / mebibyte)}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
    ],
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    signal: AbortSignal.any([overrun, givenUp]),
    killSignal: 'SIGKILL',
  });
  let told: Outcome | undefined;
  child.once('message', (outcome) => {
    told = outcome as Outcome;
  });
  // Its death is told as an error first when it was brought about.
  child.on('error', () => {});
  const closed = new Promise<string | null>((resolve) => {
    child.once('close', (_status, signal) => resolve(signal));
  });
  const fed = pipeline(bytes, child.stdin!).catch((error: unknown) => {
    // A process that has ended does not read the rest.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE' && !child.killed && child.exitCode === null) throw error;
  });
  fed.catch(() => child.kill('SIGKILL'));
  const outcome = Promise.all([closed, fed]).then(([signal]) => {
    if (told) return { ...told, isFinal: true };
    const reason: NoTextReason = overrun.aborted ? 'too_slow' : 'too_large';
    return { reason, isFinal: memorySignals.has(signal) };
  });
  outcome.catch(() => {});
  return { text: child.stdout!, outcome };
}
