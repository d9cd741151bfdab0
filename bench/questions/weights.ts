import { writeFileSync } from 'node:fs';
import type { Confidence, Weights } from '../../src/answer/table/model.ts';
import type { Vocabulary } from './examples.ts';
import type { Learner } from './learning.ts';

const leastOfSign = 0.03;
const rounded = (weight: number): number => Math.round(weight * 100) / 100;

/** The learned weights by name. Weights next to nothing are left out. */
export function weightsOf(
  learner: Learner,
  names: Vocabulary,
  confidence: Confidence,
  leastProbability: number,
): Weights {
  const clues: Record<string, number> = {};
  for (const [name, id] of names.clues.ids) {
    const weight = learner.clueWeight(id);
    if (weight !== 0) clues[name] = rounded(weight);
  }
  const triggers: Record<string, string> = {};
  for (const [name, id] of names.triggers.ids) {
    if (!learner.isCommonTrigger(id)) continue;
    const traits = [...names.traits.ids].flatMap(([trait, number]) => {
      const weight = learner.pairWeight(id, number);
      return weight === 0 ? [] : [[trait, rounded(weight)] as const];
    });
    if (traits.length > 0)
      triggers[name] = traits
        .toSorted(byName)
        .map(([trait, weight]) => `${weight} ${trait}`)
        .join('\n');
  }
  const signs = Object.entries(confidence.signs).filter(([, weight]) => Math.abs(weight) >= leastOfSign);
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

export const saveWeights = (weights: Weights): void => writeFileSync(place, `${JSON.stringify(weights, null, 1)}\n`);
