import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';

/** "How many deals are won?" */
export function* counts(scene: Scene): Generator<Reading> {
  for (const { atoms, filters } of scene.selections) {
    const count = { alias: 'number_of_rows', function: 'count_rows' } as const;
    yield {
      rule: 'count',
      body: { operation: 'aggregate', filters, metrics: [count] },
      take: { key: count.alias },
      atoms,
    };
    for (const target of scene.shown) {
      if (scene.columns.get(target.key)!.share === 0) continue;
      const distinct = { alias: 'number_of_values', function: 'count_distinct', field: target.key } as const;
      yield {
        rule: 'count.distinct',
        body: { operation: 'aggregate', filters, metrics: [distinct] },
        take: { key: distinct.alias },
        atoms,
        group: target,
      };
    }
  }
}

/** Reads "What is the total of the amounts?". */
export function* sums(scene: Scene): Generator<Reading> {
  for (const { atoms, filters, rows } of scene.selections) {
    if (rows && rows.length < 2) continue;
    for (const by of scene.numeric) {
      for (const name of ['sum', 'average'] as const) {
        yield {
          rule: name,
          body: { operation: 'aggregate', filters, metrics: [{ alias: 'figure', function: name, field: by.key }] },
          take: { key: 'figure' },
          atoms,
          by,
        };
      }
      yield {
        rule: 'range',
        body: {
          operation: 'aggregate',
          filters,
          metrics: [
            { alias: 'highest', function: 'maximum', field: by.key },
            { alias: 'lowest', function: 'minimum', field: by.key },
          ],
        },
        take: { key: 'highest', minus: 'lowest' },
        atoms,
        by,
      };
    }
  }
}
