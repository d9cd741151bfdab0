import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sum, type Taken, takenByFamily, unlessGone } from './processes.ts';

/** The resources of the gateway's processes at one moment, and its files. */
export interface Sample extends Taken {
  /** Memory of the host beside the gateway. */
  readonly hostAnonymous: number;
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

/** Throws when one of them has ended, or does not let itself be looked at. */
export function sampleOf({ pid, hostPid, dataFolder, temporaryFolder }: Observed): Sample {
  const host = takenByFamily(hostPid);
  const temporary = filesIn(temporaryFolder);
  return {
    ...takenByFamily(pid),
    hostAnonymous: host.anonymous,
    hostCpuSeconds: host.cpuSeconds,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    logBytes: sizeOf(join(dataFolder, 'workspace.db-wal')),
    temporaryBytes: sum(temporary.map((path) => unlessGone(() => sizeOf(path), 0))),
    temporaryFiles: temporary.length,
    databaseBytes: sizeOf(join(dataFolder, 'workspace.db')),
  };
}

const sizeOf = (path: string): number => statSync(path).size;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return unlessGone(() => filesIn(path), []);
    return entry.isFile() ? [path] : [];
  });
}
