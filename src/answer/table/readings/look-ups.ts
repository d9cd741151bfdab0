import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';
import { rowAt } from './order.ts';

const mostShown = 100;

/** "Which team plays in Boston?": the values of a field in the rows that meet the conditions. */
export function* lookUps(scene: Scene): Generator<Reading> {
  for (const { atoms, filters } of scene.selections) {
    for (const target of scene.shown) {
      const isAsked = atoms.some(({ field, kind }) => field === target && (kind === 'cell' || kind === 'choice'));
      if (isAsked) continue;
      const rule = atoms.length === 0 ? 'list' : 'look-up';
      yield {
        rule,
        body: { operation: 'records', filters, fields: [target.key], limit: mostShown },
        take: { key: target.key },
        atoms,
        target,
      };
    }
  }
}

/**
 * Reads "Who is listed first?". The answer is the field's value in the first, last or numbered row that meets the
 * conditions.
 */
export function* places(scene: Scene): Generator<Reading> {
  const ordinals = scene.amounts.filter(
    ({ isOrdinal, number, comparison }) => isOrdinal && comparison === 'eq' && number > 1,
  );
  for (const { atoms, filters, rows } of scene.selections) {
    if (rows && rows.length < 2) continue;
    for (const target of scene.shown) {
      for (const rule of ['first', 'last'] as const) {
        const place = rowAt(scene, { filters, rows, target, rule });
        if (place) yield { rule, ...place, atoms, target };
        for (const { number, from } of ordinals) {
          const nth = rowAt(scene, { filters, rows, target, rule, number });
          if (nth) yield { rule: `${rule}.nth`, ...nth, atoms, target, uses: [from] };
        }
      }
    }
  }
}
