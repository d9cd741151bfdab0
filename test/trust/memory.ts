import { readFile } from 'node:fs/promises';

/** Watches what memory a process has of its own: pages of the database that are mapped count to nobody. */
export class MemoryWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #most: number | undefined;

  constructor(processId: number) {
    this.#timer = setInterval(() => void this.#look(processId), 50);
  }

  /** In MiB; undefined where the system does not say. */
  get most(): number | undefined {
    return this.#most;
  }

  async #look(processId: number): Promise<void> {
    const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
    const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kibibytes !== undefined) this.#most = Math.max(this.#most ?? 0, Math.round(Number(kibibytes) / 1_024));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
