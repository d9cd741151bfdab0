import { constants, setPriority } from 'node:os';
import { setMaxListeners } from 'node:events';
import type { Report } from './report.ts';
import { cases } from './cases/index.ts';
import { obey } from './child.ts';
import { Hostile, type HostileOptions } from './hostile.ts';

/** A hostile process, which takes what the others leave of the processors. */
setPriority(constants.priority.PRIORITY_LOW);
setMaxListeners(0);

const over = new AbortController();
let hostile: Hostile;
let attack: Promise<void>;

export const commands = {
  async begin(task: { name: string; number: number; prepared: unknown; options: HostileOptions }): Promise<void> {
    const { attacks } = cases.find(({ name }) => name === task.name)!;
    hostile = new Hostile(task.options, over.signal);
    attack = attacks[task.number]!(hostile, task.prepared);
    attack.catch(() => {});
  },
  async end(_input: undefined): Promise<Report> {
    over.abort();
    await attack;
    return hostile.report;
  },
};

obey(commands);
