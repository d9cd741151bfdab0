import type { Row, TypedQuery } from '../../schemas/queries.ts';
import type { Value } from '../../src/answer/figures/values.ts';

interface Labelled {
  readonly fields: readonly {
    readonly key: string;
    readonly options?: { readonly choices?: readonly { readonly key: string; readonly label: string }[] };
  }[];
}

const normal = (value: unknown): string =>
  String(value)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d[\d,]*(\.\d+)?$/.test(value));
const numberOf = (value: unknown): number => Number(String(value).replaceAll(',', ''));
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(0.0051, Math.abs(b) * 0.0005);
const isAmount = (value: unknown, gold: number, unit: unknown): boolean =>
  isNumber(value) &&
  (isClose(numberOf(value), gold) ||
    Math.round(numberOf(value) * 10) === Math.round(gold * 10) ||
    (unit === '%' && (isClose(numberOf(value) * 100, gold) || isClose(numberOf(value), gold * 100))));
const months = 'january february march april may june july august september october november december'.split(' ');

function isText(value: unknown, gold: unknown): boolean {
  if (normal(value) === normal(gold)) return true;
  if (isNumber(value) && isNumber(gold)) return isClose(numberOf(value), numberOf(gold));
  if (/^\d{4}-\d\d/.test(String(gold)) && String(value).startsWith(String(gold))) return true;
  const month = /^(\d{4})-(\d\d)/.exec(String(value));
  if (month && normal(gold).startsWith(months[Number(month[2]) - 1]!)) return true;
  return typeof value === 'boolean' && normal(gold) === (value ? 'yes' : 'no');
}

/** Whether values are the answer that a question wants. Groups are compared with the rows of the query. */
export function isRight(
  gold: unknown,
  unit: unknown,
  values: readonly Value[],
  query: TypedQuery,
  rows: readonly Row[],
  table: Labelled,
): boolean {
  if (gold !== null && typeof gold === 'object' && 'anyOf' in gold)
    return (gold.anyOf as unknown[]).some((one) => isRight(one, unit, values, query, rows, table));
  const shown = (key: string | undefined, value: unknown) =>
    table.fields.find((field) => field.key === key)?.options?.choices?.find((choice) => choice.key === value)?.label ??
    value;
  const said = values.map(({ fieldKey, value }) => shown(fieldKey, value));
  if (
    Array.isArray(gold) &&
    gold.length > 0 &&
    gold.every((one) => Array.isArray(one) && one.length === 2 && typeof one[1] === 'number')
  ) {
    const groups = Object.fromEntries(gold.map(([key, value]: [unknown, unknown]) => [key ?? '(empty)', value]));
    return (
      isRight(groups, unit, values, query, rows, table) ||
      (gold.length === 1 && isRight(gold[0][0], unit, values, query, rows, table))
    );
  }
  if (Array.isArray(gold) && gold.length === 1 && !Array.isArray(gold[0]))
    return isRight(gold[0], unit, values, query, rows, table);
  if (typeof gold === 'number') return said.length === 1 && isAmount(said[0], gold, unit);
  if (typeof gold === 'string') return said.length > 0 && said.every((value) => isText(value, gold));
  if (Array.isArray(gold)) {
    if (gold.length === 0) return said.length === 0 || (said.length === 1 && said[0] === 0);
    if (gold.some((one) => Array.isArray(one))) return false;
    const used = new Set<number>();
    const isAll = gold.every((one) => {
      const at = said.findIndex((value, place) => !used.has(place) && isText(value, one));
      if (at >= 0) used.add(at);
      return at >= 0;
    });
    return isAll && said.every((value, at) => used.has(at) || gold.some((one) => isText(value, one)));
  }
  return (
    gold !== null && typeof gold === 'object' && areGroups(gold as Record<string, unknown>, unit, query, rows, shown)
  );
}

function areGroups(
  gold: Record<string, unknown>,
  unit: unknown,
  { metrics = [] }: TypedQuery,
  rows: readonly Row[],
  shown: (key: string, value: unknown) => unknown,
): boolean {
  const wanted = Object.entries(gold).filter(([key, value]) => key !== '(empty)' && value !== null);
  const aliases = new Set(metrics.map(({ alias }) => alias));
  const pairs = rows.map((row) => ({
    keys: Object.keys(row)
      .filter((key) => !aliases.has(key) && key !== 'id')
      .map((key) => shown(key, row[key])),
    numbers: Object.values(row).filter(isNumber),
  }));
  const isKey = (keys: readonly unknown[], key: string) =>
    keys.some((one) => one !== null && one !== undefined && isText(one, key)) ||
    (keys.length === 2 && normal(keys.join(' ')) === normal(key));
  const isFound = wanted.every(([key, value]) =>
    pairs.some(
      ({ keys, numbers }) =>
        isKey(keys, key) && (typeof value !== 'number' || numbers.some((one) => isAmount(one, value, unit))),
    ),
  );
  const more = pairs.filter(
    ({ keys, numbers }) =>
      numbers.length > 0 && keys[0] !== null && keys[0] !== undefined && !wanted.some(([key]) => isKey(keys, key)),
  );
  return isFound && more.length === 0;
}
