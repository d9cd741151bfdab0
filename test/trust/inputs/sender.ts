import type { Judge } from './judging.ts';
import type { Lab } from './lab.ts';
import type { Outcomes } from './outcomes.ts';
import type { Line } from './sending.ts';

/** Who sends what to whom. */
export interface Sender {
  readonly line: Line;
  readonly lab: Lab;
  readonly judge: Judge;
  readonly outcomes: Outcomes;
}
