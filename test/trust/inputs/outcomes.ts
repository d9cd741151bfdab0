import { ensure } from './judging.ts';

/** How often an operation or a tool did what it was asked, and how often it refused. */
export class Outcomes {
  readonly #seen = new Map<string, { done: number; refused: number }>();

  count(name: string, isDone: boolean): void {
    const seen = this.#seen.get(name) ?? { done: 0, refused: 0 };
    seen[isDone ? 'done' : 'refused'] += 1;
    this.#seen.set(name, seen);
  }

  get done(): number {
    return [...this.#seen.values()].reduce((sum, { done }) => sum + done, 0);
  }

  /** Every name had inputs that were done and inputs that were refused. Otherwise its inputs tried nothing. */
  ensureBoth(): void {
    const oneSided = [...this.#seen].filter(([, { done, refused }]) => done === 0 || refused === 0);
    ensure(oneSided.length === 0, `always the same from ${oneSided.map(([name]) => name).join(', ')}`);
  }
}
