import { type Sample, sampleOf } from './observation.ts';
import type { Run } from './meter.ts';
import type { Server } from './server.ts';

/** Looks at the gateway and at the host beside it each second for as long as the run takes. */
export class Observer {
  /** By quarters. */
  readonly samples: Sample[][] = [[], [], [], []];
  readonly #cpuBefore = process.cpuUsage();
  /** CPU time that the agents took, once it is stopped. */
  agentsSeconds = 0;
  readonly #timer: NodeJS.Timeout;

  constructor({ process: { pid }, dataFolder, temporaryFolder }: Server, hostPid: number, run: Run) {
    const look = () => sampleOf({ pid: pid!, hostPid, dataFolder, temporaryFolder });
    this.samples[0]!.push(look());
    this.#timer = setInterval(() => this.samples[run.quarter]!.push(look()), 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    this.agentsSeconds = (user + system) / 1e6;
  }
}
