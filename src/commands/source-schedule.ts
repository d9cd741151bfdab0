import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { type Config, environmentWith } from '../config.ts';
import type { Services } from '../workspace/operation/context.ts';
import { isSomeSourceDue } from '../workspace/sources/sources.ts';

const lookEveryMs = 5_000;

interface Schedule extends Pick<Services, 'database'> {
  readonly dataFolder: string;
  /** The key of several gateways. Their processes have it in the environment, because everybody sees arguments. */
  readonly key: Config['key'];
  readonly onError: (error: unknown) => void;
}

/**
 * Synchronises connected sources when they are due, in a process of its own, because a large one takes seconds. Each
 * source is synchronised by one process, however many serve the folder. Returns a function that stops the schedule.
 */
export function startSourceSchedule({ dataFolder, key, database, onError }: Schedule): () => Promise<void> {
  const env = environmentWith(key);
  let running: ChildProcess | undefined;
  let looking: Promise<void> = Promise.resolve();
  const synchronizeDue = () => {
    const command = [process.argv[1]!, 'admin', 'sources', 'sync', '--due', '--data', dataFolder];
    const child = execFile(process.execPath, command, { env }, (error, _stdout, stderr) => {
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
