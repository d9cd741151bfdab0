import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';
import { comparisons, differencesInRow } from './comparisons.ts';
import { counts, sums } from './counts.ts';
import { extremes } from './extremes.ts';
import { groups, repeated } from './groups.ts';
import { lookUps, places } from './look-ups.ts';
import { neighbours, sameAs } from './neighbours.ts';

const rules = [
  lookUps,
  places,
  counts,
  sums,
  extremes,
  groups,
  repeated,
  neighbours,
  sameAs,
  comparisons,
  differencesInRow,
];

/** Every way in which a question may be read that a rule knows. */
export function* readingsOf(scene: Scene): Generator<Reading> {
  for (const rule of rules) yield* rule(scene);
}
