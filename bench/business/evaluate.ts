import type { Filters, Row, TypedQuery } from '../../schemas/queries.ts';

type Condition = Filters[number];
type Metric = NonNullable<TypedQuery['metrics']>[number];

/** Typed queries over rows in memory, as the gateway answers them. Training asks very many. */
export class Table {
  readonly #rows: readonly Row[];
  readonly #today: string;
  readonly #kept = new Map<string, ReadonlySet<Row>>();
  readonly #answers = new Map<string, Row[]>();

  constructor(rows: readonly Row[], today: string) {
    this.#rows = rows;
    this.#today = today;
  }

  run(query: TypedQuery): Row[] {
    const key = JSON.stringify(query);
    let found = this.#answers.get(key);
    if (!found) this.#answers.set(key, (found = this.#run(query)));
    return found;
  }

  #run({
    operation,
    filters = [],
    metrics = [],
    groupBy = [],
    orderBy = [],
    having = [],
    limit = 100,
    fields = [],
  }: TypedQuery): Row[] {
    let rows = this.#under(filters);
    if (operation === 'records') {
      rows = this.#ordered(rows, orderBy).slice(0, limit);
      return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
    }
    const groups = Map.groupBy(
      groupBy.length === 0
        ? rows
        : rows.flatMap((row) => this.#keysOf(row, groupBy).map((keys) => ({ ...row, ' keys': JSON.stringify(keys) }))),
      (row) => textOf(row[' keys'] ?? ''),
    );
    if (groupBy.length === 0 && groups.size === 0) groups.set('', []);
    let found = [...groups].map(
      ([key, some]): Row => ({
        ...(groupBy.length > 0 ? (JSON.parse(key) as Row) : {}),
        ...Object.fromEntries(metrics.map((metric) => [metric.alias, this.#metric(metric, some)])),
      }),
    );
    for (const { field, operator, value } of having as { field: string; operator: string; value: unknown }[])
      found = found.filter((row) => compared(row[field], operator, value, this.#today));
    return this.#ordered(found, orderBy).slice(0, limit);
  }

  #under(filters: Filters): Row[] {
    return filters.reduce<Row[]>(
      (rows, filter) => {
        const kept = this.#keptBy(filter);
        return rows.filter((row) => kept.has(row));
      },
      [...this.#rows],
    );
  }

  #keptBy(filter: Condition): ReadonlySet<Row> {
    const key = JSON.stringify(filter);
    let kept = this.#kept.get(key);
    if (!kept) this.#kept.set(key, (kept = new Set(this.#rows.filter((row) => meets(row, filter, this.#today)))));
    return kept;
  }

  #ordered(rows: readonly Row[], orderBy: NonNullable<TypedQuery['orderBy']>): Row[] {
    const [order] = orderBy;
    if (!order) return [...rows];
    const sign = order.direction === 'desc' ? -1 : 1;
    return rows.toSorted((a, b) => sign * compare(a[order.field], b[order.field]));
  }

  #keysOf(row: Row, groupBy: NonNullable<TypedQuery['groupBy']>): Row[] {
    return groupBy.reduce<Row[]>(
      (keys, group) =>
        keys.flatMap((key) => {
          if (typeof group !== 'string') {
            const day = row[group.field];
            return [
              {
                ...key,
                [`${group.field}_${group.interval}`]: typeof day === 'string' ? periodOf(day, group.interval) : null,
              },
            ];
          }
          const value = row[group];
          return Array.isArray(value)
            ? value.map((one) => ({ ...key, [group]: one as string }))
            : [{ ...key, [group]: value ?? null }];
        }),
      [{}],
    );
  }

  #metric({ function: name, field, filters }: Metric & { filters?: Filters }, rows: readonly Row[]): number | null {
    const some = filters ? rows.filter((row) => filters.every((filter) => meets(row, filter, this.#today))) : rows;
    if (name === 'count_rows') return some.length;
    const values = some
      .map((row) => row[field!])
      .filter((value) => value !== null && value !== undefined && value !== '');
    if (name === 'count_distinct') return new Set(values.map((value) => JSON.stringify(value))).size;
    const numbers = values.map(Number).toSorted((a, b) => a - b);
    const sum = numbers.reduce((total, one) => total + one, 0);
    if (name === 'sum') return sum;
    if (numbers.length === 0) return null;
    if (name === 'average') return sum / numbers.length;
    if (name === 'median')
      return (numbers[Math.floor((numbers.length - 1) / 2)]! + numbers[Math.floor(numbers.length / 2)]!) / 2;
    return name === 'minimum' ? numbers[0]! : numbers.at(-1)!;
  }
}

const compare = (a: unknown, b: unknown): number => {
  const [isNoA, isNoB] = [a === null || a === undefined, b === null || b === undefined];
  if (isNoA || isNoB) return Number(isNoA) - Number(isNoB);
  const [one, other] = typeof a === 'number' && typeof b === 'number' ? [a, b] : [textOf(a), textOf(b)];
  return one < other ? -1 : Number(one > other);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function periodOf(day: string, interval: string): string {
  if (interval === 'day') return day.slice(0, 10);
  if (interval === 'month') return day.slice(0, 7);
  if (interval === 'year') return day.slice(0, 4);
  if (interval === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return dayOf(date, -((date.getUTCDay() + 6) % 7));
}

const dayOf = (date: Date, more: number): string =>
  new Date(date.getTime() + more * 86_400_000).toISOString().slice(0, 10);

function meets(row: Row, filter: Condition, today: string): boolean {
  if ('or' in filter) return (filter.or as Condition[]).some((one) => meets(row, one, today));
  if ('and' in filter) return (filter.and as Condition[]).every((one) => meets(row, one, today));
  const { field, operator } = filter as { field: string; operator: string };
  return compared(row[field], operator, (filter as { value?: unknown }).value, today);
}

const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

function compared(held: unknown, operator: string, value: unknown, today: string): boolean {
  if (operator === 'is_empty') return isNone(held);
  if (operator === 'is_not_empty') return !isNone(held);
  const many = [value].flat();
  const own = [held].flat();
  if (operator === 'has_none_of') return !many.some((one) => own.some((other) => same(one, other)));
  if (operator === 'neq') return !same(held, value);
  if (operator === 'not_in') return !many.some((one) => same(held, one));
  if (operator === 'not_contains')
    return isNone(held) || !String(held).toLowerCase().includes(String(value).toLowerCase());
  if (isNone(held)) return false;
  if (operator === 'eq')
    return same(held, value) || (typeof held === 'string' && /^\d{4}-/.test(held) && held.startsWith(String(value)));
  if (operator === 'in') return many.some((one) => same(held, one));
  if (operator === 'has_any_of') return many.some((one) => own.some((other) => same(one, other)));
  if (operator === 'has_all_of') return many.every((one) => own.some((other) => same(one, other)));
  if (operator === 'contains') return String(held).toLowerCase().includes(String(value).toLowerCase());
  if (operator === 'within') {
    const [first, last] = spanOf(String(value), today);
    return String(held).slice(0, 10) >= first && String(held).slice(0, 10) <= last;
  }
  const order = (one: unknown) => compare(typeof held === 'number' ? held : String(held).slice(0, 10), one);
  if (operator === 'between') return order(many[0]) >= 0 && order(many[1]) <= 0;
  if (operator === 'gt') return order(value) > 0;
  if (operator === 'gte') return order(value) >= 0;
  if (operator === 'lt') return order(value) < 0;
  if (operator === 'lte') return order(value) <= 0;
  throw new Error(`no operator ${operator}`);
}

/** The days of `this_month`, `last_week`, `last_30_days` and the like. */
function spanOf(name: string, today: string): [string, string] {
  const date = new Date(`${today}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (name === 'today') return [today, today];
  if (name === 'yesterday') return [dayOf(date, -1), dayOf(date, -1)];
  if (name === 'tomorrow') return [dayOf(date, 1), dayOf(date, 1)];
  const days = /^(last|next)_(\d+)_days$/.exec(name);
  if (days)
    return days[1] === 'last'
      ? [dayOf(date, 1 - Number(days[2])), today]
      : [dayOf(date, 1), dayOf(date, Number(days[2]))];
  const step = name.startsWith('last') ? -1 : name.startsWith('next') ? 1 : 0;
  if (name.endsWith('week')) {
    const monday = -((date.getUTCDay() + 6) % 7) + 7 * step;
    return [dayOf(date, monday), dayOf(date, monday + 6)];
  }
  const size = name.endsWith('month') ? 1 : name.endsWith('quarter') ? 3 : 12;
  const begin = Math.floor(month / size) * size + size * step;
  return [
    new Date(Date.UTC(year, begin, 1)).toISOString().slice(0, 10),
    new Date(Date.UTC(year, begin + size, 0)).toISOString().slice(0, 10),
  ];
}
