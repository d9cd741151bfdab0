import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';

const count = { alias: 'number_of_rows', function: 'count_rows' } as const;
const mostGroups = 1_000;

/**
 * Reads "Which country has the most players?". The answer is the value with the most rows, the fewest rows, or the
 * highest sum.
 */
export function* groups(scene: Scene): Generator<Reading> {
  for (const { atoms, filters, rows } of scene.selections) {
    if (rows && rows.length < 2) continue;
    for (const group of scene.shown) {
      if (rows && !scene.queries!.repeats(group.key, rows)) continue;
      for (const direction of ['desc', 'asc'] as const) {
        const word = direction === 'desc' ? 'most' : 'least';
        const groupBy = [group.key];
        const shared = { atoms, group };
        const orderBy = [{ field: count.alias, direction }];
        const body = {
          operation: 'aggregate',
          filters,
          groupBy,
          metrics: [count],
          orderBy,
          limit: mostGroups,
        } as const;
        const counted = { ...body, groupBy: [...groupBy], metrics: [count], orderBy };
        yield {
          ...shared,
          rule: `group.${word}`,
          body: counted,
          take: { key: group.key, ties: count.alias },
          target: group,
        };
        yield { ...shared, rule: `group-count.${word}`, body: { ...counted, limit: 1 }, take: { key: count.alias } };
        if (atoms.length > 1) continue;
        for (const by of scene.numeric) {
          if (by.key === group.key) continue;
          const sum = { alias: 'figure', function: 'sum' as const, field: by.key };
          const ordered = { ...body, groupBy, metrics: [sum], orderBy: [{ field: sum.alias, direction }] };
          yield {
            ...shared,
            rule: `group-sum.${word}`,
            body: ordered,
            take: { key: group.key, ties: sum.alias },
            target: group,
            by,
          };
        }
      }
    }
  }
}

/**
 * Reads "Which teams won more than twice?" and "how many teams did?". The answer is the values with that number of
 * rows.
 */
export function* repeated(scene: Scene): Generator<Reading> {
  const amounts = scene.amounts.filter(
    ({ number, comparison }) => comparison !== 'between' && number <= 100 && number >= 1,
  );
  for (const { comparison, number, from, to } of amounts) {
    const uses = Array.from({ length: to - from }, (_, index) => from + index);
    for (const { atoms, filters, rows } of scene.selections) {
      if ((rows && rows.length < 2) || atoms.some((atom) => atom.from < to && from < atom.to)) continue;
      for (const group of scene.shown) {
        if (rows && !scene.queries!.repeats(group.key, rows)) continue;
        const having = { key: count.alias, is: comparison as 'eq', number };
        const body = {
          operation: 'aggregate' as const,
          filters,
          groupBy: [group.key],
          metrics: [count],
          limit: mostGroups,
        };
        const shared = { atoms, group, uses, body };
        yield { ...shared, rule: `repeated.${comparison}`, take: { key: group.key, having }, target: group };
        yield { ...shared, rule: `repeated-count.${comparison}`, take: { key: group.key, having, fold: 'number' } };
      }
    }
  }
}
