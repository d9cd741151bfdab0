import { constants, setPriority } from 'node:os';
import { setMaxListeners } from 'node:events';
import type { Report } from './case.ts';
import { cases } from './cases/index.ts';
import { obey } from './child.ts';
import { Hostile, type HostileOptions } from './hostile.ts';

/** A hostile process, which takes what the others leave of the processors. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
setMaxListeners(0);

export const commands = {
  async attack(task: { name: string; number: number; prepared: unknown; options: HostileOptions }): Promise<Report> {
    const { attacks } = cases.find(({ name }) => name === task.name)!;
    const hostile = new Hostile(task.options);
    await attacks[task.number]!(hostile, task.prepared);
    return hostile.report;
  },
};

obey(commands);
