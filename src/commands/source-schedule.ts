import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Services } from '../workspace/operation/context.ts';
import { isSomeSourceDue } from '../workspace/sources/sources.ts';

const lookEveryMs = 5_000;

/**
 * Synchronises connected sources when their turn comes, in a process of its own, since a large one takes seconds. Of several
 * processes on a folder, one synchronises each. Returns what ends it.
 */
export function startSourceSchedule(
  dataFolder: string,
  database: Services['database'],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: ChildProcess | undefined;
  let looking: Promise<void> = Promise.resolve();
  const synchronizeDue = () => {
    const command = [process.argv[1]!, 'admin', 'sources', 'sync', '--due', '--data', dataFolder];
    const child = execFile(process.execPath, command, (error, _stdout, stderr) => {
      running = undefined;
      if (error && !child.killed)
        onError(new Error(`Sources were not synchronised: ${stderr.trim() || error.message}`));
    });
    running = child;
  };
  const look = () => {
    looking = isSomeSourceDue(database)
      .then((due) => {
        if (due && !running) synchronizeDue();
      })
      .catch(onError);
  };
  const every = setInterval(look, lookEveryMs).unref();
  look();
  return async () => {
    clearInterval(every);
    await looking;
    if (!running) return;
    const ended = once(running, 'close');
    running.kill();
    await ended;
  };
}
