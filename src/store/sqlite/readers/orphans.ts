import { Worker } from 'node:worker_threads';

/** A running statement blocks this thread. Another thread notices that the parent has died, and ends the process. */
function watchParent(parent: number): void {
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);
}

new Worker(`(${String(watchParent)})(${process.ppid})`, { eval: true }).unref();
