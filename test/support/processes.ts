import { type ChildProcess, execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly state: string;
  readonly command: string;
}

/** The running child processes of a process, or those whose command contains a name. */
export const childrenOf = (parent: number, named = ''): number[] =>
  running()
    .filter((process) => process.parent === parent && process.command.includes(named))
    .map(({ id }) => id);

export const isRunning = (id: number): boolean => running().some((process) => process.id === id);

/** Whether it uses a processor at this moment. */
export const isComputing = (id: number): boolean =>
  running().some((process) => process.id === id && process.state.startsWith('R'));

/** Does something while a process stands still. */
export async function whileStopped({ pid }: Pick<ChildProcess, 'pid'>, act: () => Promise<void>): Promise<void> {
  process.kill(pid!, 'SIGSTOP');
  try {
    while (!running().some(({ id, state }) => id === pid && state.startsWith('T'))) await sleep(1);
    await act();
  } finally {
    process.kill(pid!, 'SIGCONT');
  }
}

/** One that has ended stays listed until its parent has heard of it. */
function running(): Process[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [id, parent, state = '', ...command] = line.trim().split(/\s+/);
    const process = { id: Number(id), parent: Number(parent), state, command: command.join(' ') };
    return state.startsWith('Z') ? [] : [process];
  });
}
