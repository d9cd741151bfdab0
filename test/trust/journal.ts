import assert from 'node:assert/strict';

/** The possible states of a written thing, as a census reads them: digest, text or number of rows. */
interface Entry {
  /** Any of them may be there, where the outcome of a change is not known. */
  states: readonly string[];
  /** Where the service said that it put it. */
  place?: string | undefined;
  acknowledged: boolean;
}

/** Something that was found in the workspace, and what it is. */
export interface Found {
  readonly tag: string;
  readonly state: string;
  readonly place?: string;
}

/**
 * Every write of a load by its tag. The tag stands in the written thing only. The journal knows which things must be
 * there once, and which may be.
 */
export class Journal {
  readonly #entries = new Map<string, Entry>();
  readonly #seen = { sent: '', acknowledged: '' };
  #acknowledgements = 0;
  readonly #awaited = new Map<number, () => void>();

  /** Before it is sent for the first time. */
  begin(tag: string, state: string): void {
    this.#entries.set(tag, { states: [state], acknowledged: false });
  }

  acknowledge(tag: string, place?: string): void {
    Object.assign(this.#entries.get(tag)!, { acknowledged: true, place });
    this.#count();
  }

  /** It was refused, so nothing of it may be there. */
  refuse(tag: string): void {
    this.#entries.delete(tag);
  }

  /** The thing with this tag is about to get another state. */
  beginChange(tag: string, state: string): void {
    const entry = this.#entries.get(tag)!;
    entry.states = [...entry.states, state];
  }

  /** This change is acknowledged as the last one that was made. */
  acknowledgeChange(tag: string, state: string): void {
    this.#entries.get(tag)!.states = [state];
    this.#count();
  }

  /** The inbox of the agents is about to be seen until then. */
  beginSeen(until: string): void {
    if (until > this.#seen.sent) this.#seen.sent = until;
  }

  acknowledgeSeen(until: string): void {
    if (until > this.#seen.acknowledged) this.#seen.acknowledged = until;
    this.#count();
  }

  /** Seen never goes back. */
  proveSeen(until = ''): void {
    const { acknowledged, sent } = this.#seen;
    assert.ok(acknowledged <= until && until <= sent, `seen is ${until}, not between ${acknowledged} and ${sent}`);
  }

  /** Changes count too. */
  get acknowledgements(): number {
    return this.#acknowledgements;
  }

  /** Resolves at the moment at which this many more writes are acknowledged. */
  acknowledged(more: number): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(this.#acknowledgements + more, resolve));
  }

  #count(): void {
    this.#acknowledgements += 1;
    this.#awaited.get(this.#acknowledgements)?.();
    this.#awaited.delete(this.#acknowledgements);
  }

  /** Holds everything that was found against everything that was written. */
  prove(found: readonly Found[]): void {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const { tag, state, place } of found) {
      const entry = this.#entries.get(tag);
      if (!entry) wrong.push(`${tag} is there, and nobody wrote it: ${state}`);
      else if (seen.has(tag)) wrong.push(`${tag} is there twice`);
      else if (!entry.states.includes(state))
        wrong.push(`${tag} is ${state}, written was ${entry.states.join(' or ')}`);
      else if (entry.place !== undefined && entry.place !== place)
        wrong.push(`${tag} is at ${place}, acknowledged was ${entry.place}`);
      seen.add(tag);
    }
    for (const [tag, { acknowledged, states }] of this.#entries)
      if (acknowledged && !seen.has(tag))
        wrong.push(`${tag} was acknowledged and is not there: ${states.join(' or ')}`);
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${this.#entries.size} writes are not as acknowledged`);
  }
}
