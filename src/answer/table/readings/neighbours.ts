import { baseOf, isNumeric } from '../grid.ts';
import type { Reading } from '../reading.ts';
import type { Scene } from '../scene.ts';
import { rowNumbered } from './order.ts';

/** "Who came after Smith?": a field's value in the row before or after the one that is named. */
export function* neighbours(scene: Scene): Generator<Reading> {
  const { queries, rowNumber } = scene;
  if (!queries) return;
  for (const { atoms, rows } of scene.selections) {
    if (atoms.length === 0 || atoms.length > 2 || rows?.length === 0 || rows!.length > 3) continue;
    const [first, last] = [rows!.at(0)!, rows!.at(-1)!];
    for (const [rule, row] of [
      ['before', first - 1],
      ['after', last + 1],
    ] as const) {
      if (row < 0 || row >= queries.grid.rows) continue;
      for (const target of scene.shown) yield { rule, ...rowNumbered(scene, row, target), atoms, target };
    }
    if (!rowNumber) continue;
    for (const [rule, operator, row] of [
      ['count.before', 'lt', first],
      ['count.after', 'gt', last],
    ] as const) {
      const filters = [{ field: rowNumber.key, operator, value: row + 1 }];
      const metrics = [{ alias: 'number_of_rows', function: 'count_rows' as const }];
      yield { rule, body: { operation: 'aggregate', filters, metrics }, take: { key: 'number_of_rows' }, atoms };
    }
  }
}

/** "Who has the same position as Smith?": rows that share a field's value with the one that is named. */
export function* sameAs(scene: Scene): Generator<Reading> {
  const { queries } = scene;
  if (!queries) return;
  for (const { atoms, rows } of scene.selections) {
    const [entity] = atoms;
    if (atoms.length !== 1 || entity!.kind !== 'cell' || entity!.value === undefined || rows!.length !== 1) continue;
    for (const by of scene.shown) {
      const value = queries.value(rows![0]!, by.key);
      if (by === entity!.field || value === undefined || Array.isArray(value)) continue;
      const shared = { field: by.key, operator: 'eq' as const, value };
      const others = [shared, { field: entity!.field.key, operator: 'neq' as const, value: entity!.value }];
      if (queries.matching(others).length === 0) continue;
      for (const target of scene.shown) {
        if (target === by) continue;
        yield {
          rule: 'same',
          body: { operation: 'records', filters: others, fields: [target.key], limit: 100 },
          take: { key: target.key },
          atoms,
          target,
          by,
        };
      }
      const metrics = [{ alias: 'number_of_rows', function: 'count_rows' as const }];
      for (const [rule, filters] of [
        ['count.same', others],
        ['count.same-with-it', [shared]],
      ] as const) {
        yield {
          rule,
          body: { operation: 'aggregate', filters: [...filters], metrics },
          take: { key: 'number_of_rows' },
          atoms,
          by,
        };
      }
    }
  }
}

/**
 * Reads "How many cities are larger than Bern?". The answer is the rows whose value is above or below that of the named
 * row.
 */
export function* beyond(scene: Scene): Generator<Reading> {
  const { queries, fields } = scene;
  if (!queries) return;
  for (const { atoms, rows } of scene.selections) {
    const [entity] = atoms;
    if (atoms.length !== 1 || (entity!.kind !== 'cell' && entity!.kind !== 'part') || rows!.length !== 1) continue;
    for (const by of scene.ordered) {
      const value = queries.value(rows![0]!, by.key);
      if (baseOf(by, fields) === entity!.field || value === undefined) continue;
      for (const operator of ['gt', 'lt'] as const) {
        const way = isNumeric(by) ? (operator === 'gt' ? 'more' : 'less') : operator === 'gt' ? 'later' : 'earlier';
        const filters = [{ field: by.key, operator, value }];
        const metrics = [{ alias: 'number_of_rows', function: 'count_rows' as const }];
        if (queries.matching(filters).length === 0) continue;
        yield {
          rule: `count.${way}-than`,
          body: { operation: 'aggregate', filters, metrics },
          take: { key: 'number_of_rows' },
          atoms,
          by,
        };
        const orderBy = [{ field: by.key, direction: operator === 'gt' ? ('asc' as const) : ('desc' as const) }];
        for (const target of scene.shown) {
          const body = { operation: 'records' as const, filters, fields: [...new Set([target.key, by.key])], orderBy };
          const shared = { atoms, target, by };
          yield { ...shared, rule: `${way}-than`, body: { ...body, limit: 100 }, take: { key: target.key } };
          yield {
            ...shared,
            rule: `next-${way}-than`,
            body: { ...body, limit: 50 },
            take: { key: target.key, ties: by.key },
          };
        }
      }
    }
  }
}
