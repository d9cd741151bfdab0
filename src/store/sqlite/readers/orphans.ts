import { Worker } from 'node:worker_threads';

/** While SQLite runs, this thread hears of nothing: another one sees that the parent has died, and ends the process. */
function watchParent(parent: number): void {
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);
}

new Worker(`(${String(watchParent)})(${process.ppid})`, { eval: true }).unref();
