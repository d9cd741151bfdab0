import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const clockTicksPerSecond = 100;

/** CPU time of a process so far, in microseconds (Linux). */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond) * 1e6;
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
