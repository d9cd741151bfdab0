import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityItem } from '../../../schemas/activity.ts';
import type { Persistent } from './persistent.ts';

/** Follows what changes from now on, with one cursor. */
export class Follower {
  readonly seen: ActivityItem[] = [];
  pages = 0;
  readonly #person: Persistent;
  #after = 'now';

  constructor(person: Persistent) {
    this.#person = person;
  }

  /** Asks for one more page; whether there was anything on it. */
  async look(): Promise<boolean> {
    const page = await this.#person.done(`GET /activity?limit=20&after=${this.#after}`);
    const { items, nextCursor } = page as unknown as { items: ActivityItem[]; nextCursor: string };
    this.seen.push(...items);
    this.#after = nextCursor;
    this.pages += 1;
    return items.length > 0;
  }

  async follow(until: () => boolean): Promise<void> {
    while (!until()) if (!(await this.look())) await sleep(20);
    while (await this.look());
  }
}
