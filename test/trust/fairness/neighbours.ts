import { obey } from './child.ts';
import { Machine } from './machine.ts';
import { Neighbour } from './neighbour.ts';
import type { Desk } from './town.ts';
import type { Wait } from './waits.ts';

/** Well-behaved users, in a process of their own, so that their waits are those of the gateway. */
let machine: Machine;
let neighbours: readonly Neighbour[] = [];

export const commands = {
  async move(to: { url: string; gatewayPid: number; controlUrl: string; desks: readonly Desk[] }): Promise<void> {
    machine = new Machine(to.gatewayPid, to.controlUrl);
    neighbours = to.desks.map((desk) => new Neighbour(to.url, desk, machine));
  },
  async work(milliseconds: number): Promise<Wait[]> {
    return (await Promise.all(neighbours.map((neighbour) => neighbour.work(milliseconds)))).flat();
  },
  /** What they were told is there, and is not. */
  async lost(url: string): Promise<string[]> {
    return (await Promise.all(neighbours.map((neighbour) => neighbour.lost(url)))).flat();
  },
  async leave(_input: undefined): Promise<void> {
    for (const neighbour of neighbours) neighbour.close();
    await machine.end();
  },
};

obey(commands);
