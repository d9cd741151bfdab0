import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentFormat, NoTextReason } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';

const script = fileURLToPath(new URL(`./extraction-process${extname(import.meta.url)}`, import.meta.url));
const mebibyte = 1024 * 1024;

/** That there is a text, cut or whole, or why there is none. */
export type Outcome = { readonly isWhole: boolean } | { readonly reason: NoTextReason };

export interface Extraction {
  /** The text as UTF-8 while it is drawn; it ends early when there turns out to be none. */
  readonly text: AsyncIterable<Uint8Array>;
  /** To be awaited when the text has ended. An outcome that another attempt could change is `isFinal: false`. */
  readonly outcome: Promise<Outcome & { readonly isFinal: boolean }>;
}

/**
 * Draws the text of a document in a process of its own, which may read but not write, has no more memory and time than a
 * document needs, and does not outlive this one. No document can harm more than that.
 */
export function extractText(
  format: DocumentFormat,
  charset: string | undefined,
  bytes: AsyncIterable<Uint8Array>,
  givenUp: AbortSignal,
): Extraction {
  const overrun = AbortSignal.timeout(limits.documentSecondsMost * 1_000);
  const task = [String(process.pid), format, ...(charset === undefined ? [] : [charset])];
  const child = fork(script, task, {
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
  const closed = new Promise((resolve) => child.once('close', resolve));
  const fed = pipeline(bytes, child.stdin!).catch((error: unknown) => {
    // Whoever has ended reads no further.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE' && !child.killed && child.exitCode === null) throw error;
  });
  fed.catch(() => child.kill('SIGKILL'));
  const outcome = Promise.all([closed, fed]).then(() => {
    if (told) return { ...told, isFinal: true };
    return { reason: overrun.aborted ? ('too_slow' as const) : ('too_large' as const), isFinal: false };
  });
  outcome.catch(() => {});
  return { text: child.stdout!, outcome };
}
