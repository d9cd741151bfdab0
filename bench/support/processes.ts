import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Milliseconds that the threads of a process have run so far, and that they were ready to run and waited (Linux). */
export function processorMs(pid: number): { readonly ran: number; readonly waited: number } {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => scheduled(`/proc/${pid}/task/${thread}/schedstat`));
  const sum = (place: number) => threads.reduce((total, figures) => total + figures[place]!, 0) / 1e6;
  return { ran: sum(0), waited: sum(1) };
}

/** Nothing of a thread that has ended meanwhile. */
function scheduled(file: string): readonly number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number);
  } catch {
    return [0, 0];
  }
}

/** Resident memory of a process (Linux). */
export function residentMebibytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

export const pin = (pid: number, core: number) => execFileSync('taskset', ['-acp', String(core), String(pid)]);
/** Told before anything is pinned, for then it is one. */
const everyCore = `0-${availableParallelism() - 1}`;
export const unpin = (pid: number) => execFileSync('taskset', ['-acp', everyCore, String(pid)]);
