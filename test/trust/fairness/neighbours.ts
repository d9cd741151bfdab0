import { obey } from './child.ts';
import { Machine, served } from './machine.ts';
import { Neighbour } from './neighbour.ts';
import type { Desk } from './town.ts';
import type { Wait } from './waits.ts';

/** The results of one period of work. */
interface Shift {
  readonly waits: readonly Wait[];
  /** The share of the time in which the machine kept neighbours or gateway from working. */
  readonly kept: number;
}

const graceMs = 1_500;

/** Well-behaved users, in a process of their own, so that their waits are those of the gateway. */
let machine: Machine;
let neighbours: readonly Neighbour[] = [];

export const commands = {
  async move(to: { url: string; gatewayPid: number; controlUrl: string; desks: readonly Desk[] }): Promise<void> {
    machine = new Machine(to.gatewayPid, to.controlUrl);
    neighbours = to.desks.map((desk) => new Neighbour(to.url, desk, machine));
  },
  /**
   * Works until the gateway had these milliseconds to work. Requests that are not answered a while later are given up.
   */
  async work(milliseconds: number): Promise<Shift> {
    const began = performance.now();
    const [over, patience] = [new AbortController(), new AbortController()];
    const work = Promise.all(neighbours.map((neighbour) => neighbour.work(over.signal, patience.signal)));
    await served(machine, milliseconds);
    const kept = machine.excusedSince(began) / (performance.now() - began);
    over.abort();
    await Promise.race([work, served(machine, graceMs)]);
    patience.abort();
    return { waits: (await work).flat(), kept };
  },
  /** Things that were acknowledged and are not there. */
  async lost(url: string): Promise<string[]> {
    return (await Promise.all(neighbours.map((neighbour) => neighbour.lost(url)))).flat();
  },
  async leave(_input: undefined): Promise<void> {
    for (const neighbour of neighbours) neighbour.close();
    await machine.end();
  },
};

obey(commands);
