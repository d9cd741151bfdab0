import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The resources of processes at one moment (Linux). */
export interface Taken {
  /** Memory of their own, in MiB: without pages of files, which the system takes back when it wants. */
  readonly anonymous: number;
  readonly resident: number;
  /** CPU time so far, including processes that they started and that have ended. */
  readonly cpuSeconds: number;
}

const clockTicksPerSecond = 100;

/** The resources of a process and its descendants. Throws when it has ended, or when the system does not say. */
export function takenByFamily(pid: number): Taken {
  const own = takenBy(pid);
  assert.ok(own, `/proc/${pid} tells of no memory`);
  const family = [own, ...childrenOf(pid).flatMap(takenByDescendants)];
  const all = (what: keyof Taken) => sum(family.map((one) => one[what]));
  return { anonymous: all('anonymous'), resident: all('resident'), cpuSeconds: all('cpuSeconds') };
}

/** How long a process was ready to run so far, and was not let; throws like the above. */
export const waitedMsOf = (pid: number): number => scheduledMs(pid)[1];

/** How long the main thread of a process has run, and how long it waited for a processor while ready. */
export function scheduledMs(pid: number): [ran: number, waited: number] {
  const [ran, waited] = told(pid, 'schedstat').split(' ');
  return [figure(ran, pid, 'schedstat') / 1e6, figure(waited, pid, 'schedstat') / 1e6];
}

/** On which processor the main thread of a process is, and whether it runs or is ready to. */
export function placeOf(pid: number): { readonly processor: number; readonly isRunnable: boolean } {
  const fields = afterNameOf(pid);
  return { processor: figure(fields[36], pid, 'stat'), isRunnable: fields[0] === 'R' };
}

/** How long the host of this virtual machine has kept each processor from it so far, by the processor's number. */
export const stolenMs = (): ReadonlyMap<number, number> =>
  new Map(
    Array.from(readFileSync('/proc/stat', 'utf8').matchAll(/^cpu(\d+) (.*)$/gm), ([, processor, ticks]) => [
      Number(processor),
      (1_000 * Number(ticks!.split(' ')[7] ?? 0)) / clockTicksPerSecond,
    ]),
  );

/** Another may end, and a file go, while it is looked at. */
export function unlessGone<Seen>(look: () => Seen, otherwise: Seen): Seen {
  try {
    return look();
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) throw error;
    return otherwise;
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

const takenByDescendants = (pid: number): Taken[] =>
  unlessGone(() => {
    const own = takenBy(pid);
    return own ? [own, ...childrenOf(pid).flatMap(takenByDescendants)] : [];
  }, []);

/** Nothing by one that is about to end: it has no memory any more. */
function takenBy(pid: number): Taken | undefined {
  const status = told(pid, 'status');
  const [anonymous, resident] = ['RssAnon', 'VmRSS'].map(
    (kind) => new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1],
  );
  if (anonymous === undefined || resident === undefined) return undefined;
  const ticks = afterNameOf(pid)
    .slice(11, 15)
    .map((each) => figure(each, pid, 'stat'));
  return {
    anonymous: Number(anonymous) / 1024,
    resident: Number(resident) / 1024,
    cpuSeconds: sum(ticks) / clockTicksPerSecond,
  };
}

/** The fields after the name of the process, which may hold spaces. */
const afterNameOf = (pid: number): string[] => told(pid, 'stat').split(') ').at(-1)!.split(' ');

const childrenOf = (pid: number): number[] => told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const told = (pid: number, what: string): string => readFileSync(`/proc/${pid}/${what}`, 'utf8');

function figure(text: string | undefined, pid: number, what: string): number {
  const number = Number(text ?? Number.NaN);
  assert.ok(Number.isFinite(number), `/proc/${pid} tells no ${what}`);
  return number;
}
