import assert from 'node:assert/strict';
import type { WorkspaceClient } from '../../../src/sdk/index.ts';
import type { Chance } from './chance.ts';
import type { Door } from './door.ts';
import type { Meter } from './meter.ts';
import type { Workplace } from './workplace.ts';

/** Something that an agent does again and again. It throws when the answer differs from the last acknowledged state. */
export type Act = readonly [weight: number, act: () => Promise<void>];

/** One kind of work, with what the agent remembers of it. */
export interface Duty {
  readonly acts: readonly Act[];
  /** In the end: that all that was acknowledged is there, once, and nothing besides. */
  verify(): Promise<void>;
}

export interface AgentOptions {
  readonly name: string;
  readonly userId: string;
  readonly door: Door;
  /** A REST client that does the final checks. */
  readonly client: WorkspaceClient;
  /** The same without retries. It serves the acts that have no tool. */
  readonly frank: WorkspaceClient;
  readonly meter: Meter;
  readonly chance: Chance;
  readonly workplace: Workplace;
}

/** A user's agent: one thing after the other, as its seed draws them. */
export class Agent {
  readonly name: string;
  readonly userId: string;
  readonly door: Door;
  readonly client: WorkspaceClient;
  readonly frank: WorkspaceClient;
  readonly meter: Meter;
  readonly chance: Chance;
  readonly workplace: Workplace;
  #keys = 0;
  #codes = 0;
  retries = 0;

  constructor({ name, userId, door, client, frank, meter, chance, workplace }: AgentOptions) {
    this.name = name;
    this.userId = userId;
    this.door = door;
    this.client = client;
    this.frank = frank;
    this.meter = meter;
    this.chance = chance;
    this.workplace = workplace;
  }

  /** A word that nobody else writes, and this agent once. */
  code(): string {
    return `${this.name.replace('-', '')}q${(this.#codes += 1)}`;
  }

  /** A change under a key of its own. Now and then it is sent again, at once or later, and must be answered alike. */
  async change<Answer>(send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> {
    const key = `${this.name}-${(this.#keys += 1)}`;
    const again = this.chance.fraction();
    if (again > 0.2) return send(key);
    this.retries += 1;
    const [first, second] =
      again < 0.1 ? await Promise.all([send(key), send(key)]) : [await send(key), await send(key)];
    assert.deepEqual(second, first, 'a retry is answered as the first was');
    return first;
  }

  /** Until it is told to stop. */
  async work(duties: readonly Duty[], isOver: () => boolean): Promise<void> {
    const acts = duties.flatMap(({ acts }) => acts);
    while (!isOver()) {
      const act = this.chance.weighted(acts);
      await act().catch((error: unknown) => {
        throw new Error(`${this.name}: ${act.name.replace('bound ', '')}`, { cause: error });
      });
    }
  }
}
