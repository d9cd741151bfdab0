import { type Sample, sampleOf } from './observation.ts';
import type { Run } from './meter.ts';
import type { Server } from './server.ts';

/** Samples the gateway and the host beside it every second. A failed sample ends the run. */
export class Observer {
  readonly #look: () => Sample;
  readonly #run: Run;
  readonly #samples: Sample[][] = [[], [], [], []];
  readonly #cpuBefore = process.cpuUsage();
  readonly #timer: NodeJS.Timeout;
  #failure: { readonly error: unknown } | undefined;
  /** CPU time that the agents took, once it is stopped. */
  agentsSeconds = 0;

  constructor({ process: { pid }, dataFolder, temporaryFolder }: Server, hostPid: number, run: Run) {
    this.#look = () => sampleOf({ pid: pid!, hostPid, dataFolder, temporaryFolder });
    this.#run = run;
    this.#samples[0]!.push(this.#look());
    this.#timer = setInterval(() => this.#lookAgain(), 1_000);
  }

  /** By quarters; throws what kept it from looking. */
  get samples(): readonly (readonly Sample[])[] {
    if (this.#failure) throw this.#failure.error;
    return this.#samples;
  }

  stop(): void {
    clearInterval(this.#timer);
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    this.agentsSeconds = (user + system) / 1e6;
  }

  #lookAgain(): void {
    try {
      this.#samples[this.#run.quarter]!.push(this.#look());
    } catch (error) {
      this.#failure ??= { error };
      this.#run.end();
    }
  }
}
