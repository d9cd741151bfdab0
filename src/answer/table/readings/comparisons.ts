import type { Atom } from '../atom.ts';
import { baseOf, isNumeric, type Single } from '../grid.ts';
import type { Reading } from '../reading.ts';
import { isApart, type Scene } from '../scene.ts';

/** Two values of one field that a question sets side by side. */
interface Pair {
  readonly atoms: readonly [Atom, Atom];
  readonly filters: Reading['body']['filters'];
}

const count = { alias: 'number_of_rows', function: 'count_rows' } as const;

function pairsOf({ atoms }: Scene): Pair[] {
  const named = atoms.filter(({ kind }) => kind === 'cell' || kind === 'number' || kind === 'part');
  return named
    .flatMap((one, index) => named.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => one.field === other.field && isApart(one, other))
    .slice(0, 40)
    .map((pair) => ({ atoms: pair, filters: [eitherOf(pair)] }));
}

function eitherOf([one, other]: readonly [Atom, Atom]): Pair['filters'][number] {
  const operators = [one.condition.operator, other.condition.operator];
  return operators.every((operator) => operator === 'eq')
    ? { field: one.field.key, operator: 'in', value: [one.value as Single, other.value as Single] }
    : { or: [one.condition, other.condition] };
}

/**
 * Reads "Which is longer, the Nile or the Rhine?". Also reads "how much longer is one than the other?" and "how long
 * are both together?".
 */
export function* comparisons(scene: Scene): Generator<Reading> {
  for (const { atoms, filters } of pairsOf(scene)) {
    const { field } = atoms[0];
    const target = baseOf(field, scene.fields);
    const bySize = { groupBy: [target.key], metrics: [count] };
    yield {
      rule: 'either.count',
      body: { operation: 'aggregate', filters, metrics: [count] },
      take: { key: count.alias },
      atoms,
    };
    yield {
      rule: 'difference.count',
      body: { operation: 'aggregate', filters, ...bySize },
      take: { key: count.alias, fold: 'difference' },
      atoms,
      group: target,
    };
    for (const direction of ['desc', 'asc'] as const) {
      const word = direction === 'desc' ? 'most' : 'least';
      yield {
        rule: `either.${word}-rows`,
        body: { operation: 'aggregate', filters, ...bySize, orderBy: [{ field: count.alias, direction }] },
        take: { key: target.key, ties: count.alias },
        atoms,
        target,
      };
    }
    for (const by of scene.ordered) {
      if (baseOf(by, scene.fields) === target) continue;
      const fields = [target.key, by.key];
      for (const direction of ['desc', 'asc'] as const) {
        const word = direction === 'desc' ? 'most' : 'least';
        yield {
          rule: `either.${word}`,
          body: { operation: 'records', filters, orderBy: [{ field: by.key, direction }], fields, limit: 100 },
          take: { key: target.key, ties: by.key },
          atoms,
          target,
          by,
        };
      }
      if (!isNumeric(by)) continue;
      yield {
        rule: 'difference',
        body: { operation: 'records', filters, fields, limit: 3 },
        take: { key: by.key, fold: 'difference' },
        atoms,
        by,
      };
      yield {
        rule: 'either.sum',
        body: { operation: 'aggregate', filters, metrics: [{ alias: 'figure', function: 'sum', field: by.key }] },
        take: { key: 'figure' },
        atoms,
        by,
      };
    }
    for (const shown of scene.shown) {
      if (shown === target) continue;
      yield {
        rule: 'either.look-up',
        body: { operation: 'records', filters, fields: [shown.key], limit: 100 },
        take: { key: shown.key },
        atoms,
        target: shown,
      };
    }
  }
}

/** "How many more wins than losses has Leeds?": the difference of two fields in one row. */
export function* differencesInRow(scene: Scene): Generator<Reading> {
  for (const { atoms, filters, rows } of scene.selections) {
    if (atoms.length === 0 || (rows && rows.length !== 1)) continue;
    const named = scene.numeric.filter(({ key }) => scene.columns.get(key)!.share > 0);
    for (const [index, by] of named.entries()) {
      for (const other of named.slice(index + 1)) {
        yield {
          rule: 'difference.fields',
          body: { operation: 'records', filters, fields: [by.key, other.key], limit: 2 },
          take: { key: by.key, minus: other.key },
          atoms,
          by,
          group: other,
        };
      }
    }
  }
}
