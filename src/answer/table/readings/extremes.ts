import { baseOf, isNumeric } from '../grid.ts';
import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';

const mostTies = 50;

/** "Which city is the largest?": a field's value in the rows where another is highest or lowest. */
export function* extremes(scene: Scene): Generator<Reading> {
  const ordinals = scene.amounts.filter(
    ({ isOrdinal, number, comparison }) => isOrdinal && comparison === 'eq' && number > 1,
  );
  const counts = scene.amounts.filter(
    ({ isOrdinal, number, comparison }) => !isOrdinal && comparison === 'eq' && number > 1 && number <= 20,
  );
  for (const { atoms, filters, rows } of scene.selections) {
    if (rows && rows.length < 2) continue;
    for (const by of scene.ordered) {
      const base = baseOf(by, scene.fields);
      for (const direction of ['desc', 'asc'] as const) {
        const word = direction === 'desc' ? 'most' : 'least';
        const kind = isNumeric(by) ? word : direction === 'desc' ? 'latest' : 'earliest';
        const orderBy = [{ field: by.key, direction }];
        for (const target of scene.shown) {
          const rule = target === base ? `extreme-value.${kind}` : `extreme.${kind}`;
          const fields = [...new Set([target.key, by.key])];
          yield {
            rule,
            body: { operation: 'records', filters, orderBy, fields, limit: mostTies },
            take: { key: target.key, ties: by.key },
            atoms,
            target,
            by,
          };
          for (const { number, from } of ordinals) {
            yield {
              rule: `${rule}.nth`,
              body: { operation: 'records', filters, orderBy, fields, limit: number },
              take: { key: target.key, nth: number },
              atoms,
              target,
              by,
              uses: [from],
            };
          }
          if (target === base) continue;
          for (const { number, from } of counts) {
            yield {
              rule: `${rule}.several`,
              body: { operation: 'records', filters, orderBy, fields, limit: number },
              take: { key: target.key },
              atoms,
              target,
              by,
              uses: [from],
            };
          }
        }
      }
    }
  }
}
