import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Milliseconds that the threads of a process have run so far (Linux). */
export const ranMs = (pid: number): number =>
  threadsOf(pid).reduce((sum, thread) => sum + Number(told(`${thread}/schedstat`).split(' ')[0]), 0) / 1e6;

/** The same of a process and of all that it has started, ended or not, in steps of ten. */
export function familyRanMs(pid: number): number {
  const afterName = told(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
  const ticks = afterName.slice(11, 15).reduce((sum, figure) => sum + Number(figure), 0);
  return childrenOf(pid).reduce((sum, child) => sum + familyRanMs(child), 10 * ticks);
}

const childrenOf = (pid: number): number[] =>
  threadsOf(pid).flatMap((thread) => told(`${thread}/children`).split(' ').filter(Boolean).map(Number));

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

/** Nothing of a thread or process that has ended meanwhile. */
function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Milliseconds that all processors have had nothing to do so far, in steps of ten (Linux). */
export function idleMs(): number {
  const [, , , , idle, waitingForDisk] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).map(Number);
  return 10 * (idle! + waitingForDisk!);
}

/** Resident memory of a process (Linux). */
export function residentMebibytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

export const pin = (pid: number, core: number) => execFileSync('taskset', ['-acp', String(core), String(pid)]);
/** Read before anything is pinned: afterwards it would be 1. */
export const cores = availableParallelism();
const everyCore = `0-${cores - 1}`;
export const unpin = (pid: number) => execFileSync('taskset', ['-acp', everyCore, String(pid)]);
