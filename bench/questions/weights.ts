import { writeFileSync } from 'node:fs';
import type { Confidence, Weights } from '../../src/answer/table/model.ts';
import type { Vocabulary } from './examples.ts';
import type { Learner } from './learning.ts';

const least = 0.03;
const rounded = (weight: number): number => Math.round(weight * 100) / 100;

/** What was learned, under the names that it was learned of; what weighs next to nothing is left out. */
export function weightsOf(
  learner: Learner,
  names: Vocabulary,
  confidence: Confidence,
  leastProbability: number,
): Weights {
  const clues: Record<string, number> = {};
  for (const [name, id] of names.clues.ids) {
    if (Math.abs(learner.clueWeights[id]!) >= least) clues[name] = rounded(learner.clueWeights[id]!);
  }
  const triggers: Record<string, Record<string, number>> = {};
  for (const [name, id] of names.triggers.ids) {
    const row = learner.triggerRow(id);
    if (row < 0) continue;
    const traits = [...names.traits.ids].flatMap(([trait, number]) => {
      const weight = learner.pairWeights[row * learner.traits + number]!;
      return Math.abs(weight) >= least ? [[trait, rounded(weight)] as const] : [];
    });
    if (traits.length > 0) triggers[name] = Object.fromEntries(traits.toSorted(byName));
  }
  const signs = Object.entries(confidence.signs).filter(([, weight]) => Math.abs(weight) >= least);
  return {
    clues: sorted(clues),
    triggers: sorted(triggers),
    confidence: {
      slope: rounded(confidence.slope),
      signs: Object.fromEntries(signs.map(([sign, weight]) => [sign, rounded(weight)] as const).toSorted(byName)),
    },
    leastProbability,
  };
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(byName));

const place = new URL('../../src/answer/table/weights.json', import.meta.url);

export const saveWeights = (weights: Weights): void => writeFileSync(place, `${JSON.stringify(weights, null, 2)}\n`);
