import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const clockTicksPerSecond = 100;

/** What a process and those that it started take at a moment (Linux). */
export interface Sample {
  /** Memory of their own, in MiB: without pages of files, which the system takes back when it wants. */
  readonly anonymous: number;
  readonly resident: number;
  /** The same of the host beside it. */
  readonly hostAnonymous: number;
  /** CPU time so far. */
  readonly cpuSeconds: number;
  readonly hostCpuSeconds: number;
  readonly descriptors: number;
  readonly logBytes: number;
  readonly temporaryBytes: number;
  readonly temporaryFiles: number;
  readonly databaseBytes: number;
}

interface Observed {
  readonly pid: number;
  readonly hostPid: number;
  readonly dataFolder: string;
  readonly temporaryFolder: string;
}

export function sampleOf({ pid, hostPid, dataFolder, temporaryFolder }: Observed): Sample {
  const family = familyOf(pid);
  const hosts = familyOf(hostPid);
  const temporary = filesIn(temporaryFolder);
  return {
    anonymous: sum(family.map((one) => memoryOf(one, 'RssAnon'))),
    resident: sum(family.map((one) => memoryOf(one, 'VmRSS'))),
    hostAnonymous: sum(hosts.map((one) => memoryOf(one, 'RssAnon'))),
    cpuSeconds: sum(family.map(cpuSecondsOf)),
    hostCpuSeconds: sum(hosts.map(cpuSecondsOf)),
    descriptors: orNothing(() => readdirSync(`/proc/${pid}/fd`).length),
    logBytes: sizeOf(join(dataFolder, 'workspace.db-wal')),
    temporaryBytes: sum(temporary.map(sizeOf)),
    temporaryFiles: temporary.length,
    databaseBytes: sizeOf(join(dataFolder, 'workspace.db')),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

/** A process may end, and a file go, while it is looked at. */
function orNothing(look: () => number): number {
  try {
    return look();
  } catch {
    return 0;
  }
}

const sizeOf = (path: string) => orNothing(() => statSync(path).size);

const memoryOf = (pid: number, kind: string): number =>
  orNothing(
    () =>
      Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024,
  );

/** It and its children, and theirs. */
function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [];
  }
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** CPU time of a process, and of those that it started and that have ended (Linux). */
const cpuSecondsOf = (pid: number): number =>
  orNothing(() => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return sum(fields.slice(11, 15).map(Number)) / clockTicksPerSecond;
  });
