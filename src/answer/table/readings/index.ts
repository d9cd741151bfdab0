import { baseOf, isDated } from '../grid.ts';
import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';
import { comparisons, differencesInRow } from './comparisons.ts';
import { counts, sums } from './counts.ts';
import { extremes } from './extremes.ts';
import { groups, repeated } from './groups.ts';
import { lookUps, places } from './look-ups.ts';
import { beyond, neighbours, sameAs } from './neighbours.ts';

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
  beyond,
  comparisons,
  differencesInRow,
];

/** Every way in which a question may be read that a rule knows. */
export function* readingsOf(scene: Scene): Generator<Reading> {
  const parts = (['year', 'month'] as const).filter((part) => scene.tokens.some(({ stem }) => stem === part));
  for (const rule of rules) {
    for (const reading of rule(scene)) {
      yield reading;
      for (const part of parts) {
        const partly = partOfDate(reading, part, scene);
        if (partly) yield partly;
      }
    }
  }
}

/** "In which year was it founded?": only the year, or the month, of the dates that a reading answers. */
function partOfDate(reading: Reading, part: 'year' | 'month', { fields }: Scene): Reading | undefined {
  const { target, take, body } = reading;
  if (!target || body.operation !== 'records') return undefined;
  const date = fields.find((field) => isDated(field) && baseOf(field, fields) === target);
  if (!date) return undefined;
  const shown = [...new Set([...body.fields!, date.key])];
  return {
    ...reading,
    rule: `${reading.rule}.${part}`,
    body: { ...body, fields: shown },
    take: { ...take, key: date.key, part },
  };
}
