import { textTypes } from '../../../schemas/fields.ts';
import type { Filters, Row, TypedQuery } from '../../../schemas/queries.ts';
import { mostOfList } from '../figures/data.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Many } from './amounts.ts';
import type { Conditions } from './conditions.ts';
import { listing, listingToo, sayingNothing } from './doubt/values.ts';
import type { Rule } from './line.ts';
import { isIdentifier, type SubjectField } from './named.ts';

/** A typed query, and the column of its rows that holds the answer. */
export interface Plan {
  readonly query: TypedQuery;
  readonly column: string;
  readonly field?: SubjectField | undefined;
  /** Only the first row counts, with rows that have the same value here. */
  readonly ties?: string;
  /** Whether the question asks for one value. */
  readonly isOne?: boolean;
  /** The answer is this row alone, which must not tie with its neighbours in `by`. */
  readonly nth?: { readonly at: number; readonly by: string };
  /** Whether the answer is the number of rows. */
  readonly isCounted?: boolean;
  /** A ranking is cut at its limit. Rows after the last that tie with it in this column are left out. */
  readonly cut?: string;
  /** The assumptions about the table that make this plan right. */
  readonly assumes?: readonly Assumption[];
  /** The rules of the words that the plan accounts for, besides its conditions, fields and the table's name. */
  readonly rests?: readonly Rule[];
}

/** A query, a test of its rows, and the remark for when the test fails. */
export interface Assumption {
  readonly query: TypedQuery;
  readonly holds: (rows: readonly Row[]) => boolean;
  readonly otherwise: string;
  /** The key of a number that the question wants above 0, where the assumption does not hold. */
  readonly amount?: string;
}

export type Direction = 'asc' | 'desc';
type Groups = NonNullable<TypedQuery['groupBy']>;
type Body = Pick<TypedQuery, 'groupBy' | 'metrics' | 'having' | 'orderBy' | 'limit' | 'fields'>;

export const mostTies = 25;

/** Writes the plans for questions about the matching records of one table. */
export class Plans {
  readonly #of: Subject['of'];
  readonly #fields: readonly SubjectField[];
  readonly #conditions: Conditions;

  constructor(of: Subject['of'], fields: readonly SubjectField[], conditions: Conditions) {
    this.#of = of;
    this.#fields = fields;
    this.#conditions = conditions;
  }

  metric(
    name: 'average' | 'median' | 'sum' | 'minimum' | 'maximum',
    field: SubjectField | undefined,
  ): Plan | undefined {
    if (!field) return undefined;
    const alias = aliasOf(name, this.#fields);
    return {
      query: this.#query('aggregate', { metrics: [{ alias, function: name, field: field.key }] }),
      column: alias,
      field,
    };
  }

  grouped(
    groupBy: Groups,
    mean: 'average' | 'median' | undefined,
    isSum: boolean,
    isCount: boolean,
    measure: SubjectField | undefined,
    direction: Direction | undefined,
  ): Plan | undefined {
    const counts = isCount || (!mean && !isSum);
    const name = counts ? 'count_rows' : (mean ?? 'sum');
    if (!counts && !measure) return undefined;
    const alias = aliasOf(counts ? 'count' : name, this.#fields);
    const metrics = [{ alias, function: name, ...(!counts && { field: measure!.key }) }] as NonNullable<
      TypedQuery['metrics']
    >;
    const order = direction && { orderBy: [{ field: alias, direction }] };
    return {
      query: this.#query('aggregate', { groupBy, metrics, ...order, limit: mostOfList }),
      column: alias,
      ...(!counts && { field: measure }),
    };
  }

  /** The extreme of a number in each group. */
  groupedExtremes(groupBy: Groups, measure: SubjectField, direction: Direction): Plan {
    const name = direction === 'desc' ? 'maximum' : 'minimum';
    const alias = aliasOf(name, this.#fields);
    const metrics = [{ alias, function: name, field: measure.key } as const];
    return {
      query: this.#query('aggregate', { groupBy, metrics, limit: mostOfList }),
      column: alias,
      field: measure,
    };
  }

  /** The records with the most of a number. */
  top(limit: number, measure: SubjectField, direction: Direction): Plan {
    const orderBy = [{ field: measure.key, direction }];
    return {
      query: this.#query('records', { orderBy, limit, fields: ['title', measure.key] }, [given(measure)]),
      column: 'title',
      cut: measure.key,
    };
  }

  /** The groups with the highest or lowest average of a number. */
  averaged(group: SubjectField, measure: SubjectField, mean: 'average' | 'median', direction: Direction): Plan {
    const alias = aliasOf(mean, this.#fields);
    const metrics = [{ alias, function: mean, field: measure.key }];
    const body = { groupBy: [group.key], metrics, orderBy: [{ field: alias, direction }], limit: mostTies };
    const query = this.#query('aggregate', body, [given(group), given(measure)]);
    return { query, column: group.key, field: group, ties: alias };
  }

  /** Sums a number or counts records in each group. The answer is the first group, or all that share the first place. */
  summed(group: SubjectField, measure: SubjectField | undefined, direction: Direction, limit: number): Plan {
    const { query, column, field, cut } = this.topGroups(group, measure, direction, limit);
    return { query, column, field, ties: cut! };
  }

  /** The first groups by a sum or a count. */
  topGroups(group: SubjectField, measure: SubjectField | undefined, direction: Direction, limit: number): Plan {
    const alias = aliasOf(measure ? 'sum' : 'count', this.#fields);
    const metrics = [
      measure ? { alias, function: 'sum' as const, field: measure.key } : { alias, function: 'count_rows' as const },
    ];
    const query = this.#query(
      'aggregate',
      { groupBy: [group.key], metrics, orderBy: [{ field: alias, direction }], limit },
      [given(group)],
    );
    return { query, column: group.key, field: group, cut: alias };
  }

  /** The records or values at one place of an order. The next row tells whether it ties. */
  nth(at: number, target: SubjectField | undefined, by: SubjectField, direction: Direction): Plan {
    const { query, column, field } = this.ranked([{ field: by.key, direction }], target, by);
    return { query: { ...query, limit: at }, column, field, nth: { at, by: by.key } };
  }

  /** The groups whose number of records fits, the largest first, or the number of these groups. */
  withMany(group: SubjectField, { operator, value }: Many, isCounted: boolean): Plan {
    const alias = aliasOf('count', this.#fields);
    const body = {
      groupBy: [group.key],
      metrics: [{ alias, function: 'count_rows' as const }],
      having: [{ field: alias, operator, value }],
      orderBy: [{ field: alias, direction: 'desc' as const }],
      limit: mostOfList,
    };
    return { query: this.#query('aggregate', body, [given(group)]), column: group.key, field: group, isCounted };
  }

  /** The period with the most or the fewest records, or the most or the least of a number. */
  busiest(group: Groups[number], date: SubjectField, measure: SubjectField | undefined, direction: Direction): Plan {
    const alias = aliasOf(measure ? 'sum' : 'count', this.#fields);
    const metrics = [
      measure ? { alias, function: 'sum' as const, field: measure.key } : { alias, function: 'count_rows' as const },
    ];
    const orderBy = [{ field: alias, direction }];
    const query = this.#query('aggregate', { groupBy: [group], metrics, orderBy, limit: mostTies }, [given(date)]);
    const { interval } = group as Exclude<Groups[number], string>;
    return { query, column: `${date.key}_${interval}`, field: date, ties: alias };
  }

  count(): Plan {
    const alias = aliasOf('count', this.#fields);
    return { query: this.#query('aggregate', { metrics: [{ alias, function: 'count_rows' }] }), column: alias };
  }

  countDistinct({ key: field }: SubjectField): Plan {
    const alias = aliasOf('count', this.#fields);
    const metrics = [{ alias, function: 'count_distinct' as const, field }];
    return { query: this.#query('aggregate', { metrics }), column: alias };
  }

  ranked(orderBy: NonNullable<TypedQuery['orderBy']>, target: SubjectField | undefined, by: SubjectField): Plan {
    const fields = ['title', ...new Set([...(target ? [target.key] : []), by.key])];
    const query = this.#query('records', { orderBy, limit: mostTies, fields }, [given(by)]);
    return { query, column: target?.key ?? 'title', field: target, ties: by.key };
  }

  /** The value of a field in the matching records. */
  lookUp(field: SubjectField | undefined): Plan | undefined {
    if (!field || this.#conditions.filters.length === 0) return undefined;
    return {
      query: this.#query('records', { fields: ['title', field.key], limit: mostOfList }, [given(field)]),
      column: field.key,
      field,
    };
  }

  list(besides: SubjectField | undefined): Plan {
    const fields = ['title', ...(besides ? [besides.key] : [])];
    return { query: this.#query('records', { fields, limit: mostOfList }), column: 'title' };
  }

  /**
   * Assumes that no two records share a value of the field. Then the record with the most has the value with the most.
   */
  isUnique({ key: field }: SubjectField): Assumption {
    const [all, different] = [aliasOf('count', this.#fields), aliasOf('different', this.#fields)];
    const metrics = [
      { alias: all, function: 'count_rows' as const },
      { alias: different, function: 'count_distinct' as const, field },
    ];
    return {
      query: this.#query('aggregate', { metrics }, [{ field, operator: 'is_not_empty' }]),
      holds: ([figures]: readonly Row[]) => figures?.[all] === figures?.[different],
      otherwise: `Several records have the same ${this.#labelOf(field)}.`,
    };
  }

  /** Checks that the number differs within a group. All loans of one book have the same pages, which nobody adds up. */
  variesWithin({ key: group, label }: SubjectField, { key: field, label: measure }: SubjectField): Assumption {
    const [count, least, most] = ['count', 'least', 'most'].map((name) => aliasOf(name, this.#fields)) as Three;
    const metrics = [
      { alias: count, function: 'count_rows' as const },
      { alias: least, function: 'minimum' as const, field },
      { alias: most, function: 'maximum' as const, field },
    ];
    const orderBy = [{ field: count, direction: 'desc' as const }];
    const body = { groupBy: [group], metrics, orderBy, limit: mostOfList };
    const isRepeated = (row: Row) => Number(row[count]) > 1;
    return {
      query: this.#query('aggregate', body, [
        { field: group, operator: 'is_not_empty' },
        { field, operator: 'is_not_empty' },
      ]),
      holds: (rows) => !rows.some(isRepeated) || rows.some((row) => row[least] !== row[most]),
      otherwise: `${measure} is the same in all records of one ${label}; here it is added up.`,
    };
  }

  /** Checks that not all cells of a text are figures, as of `Winners` where each says how many. */
  namesThings(field: SubjectField): Assumption[] {
    if (!textTypes.has(field.type) || isIdentifier(field)) return [];
    const metrics = [{ alias: aliasOf('count', this.#fields), function: 'count_rows' as const }];
    const isFigure = (row: Row) => /^\d{1,3}(?:,\d{3})*$/u.test(String(row[field.key]));
    return [
      {
        query: this.#query('aggregate', { groupBy: [field.key], metrics, limit: mostOfList }, [given(field)]),
        holds: (rows) => rows.length === 0 || !rows.every(isFigure),
        otherwise: `The cells of ${field.label} may say how many.`,
      },
    ];
  }

  /** Checks that each cell of a field is one value. None says that there is nothing, and none is a list. */
  holdsValues(field: SubjectField): Assumption[] {
    const alias = aliasOf('count', this.#fields);
    const checked = [
      { filter: sayingNothing(field), otherwise: `A cell of ${field.label} may say that there is none.` },
      { filter: listing(field), otherwise: `A cell of ${field.label} may list several.` },
    ];
    return checked.flatMap(({ filter, otherwise }) => {
      if (!filter) return [];
      const query = this.#count(alias, [...this.#conditions.filters, filter]);
      return [{ query, holds: ([figures]: readonly Row[]) => figures?.[alias] === 0, otherwise }];
    });
  }

  /** Checks that every matching record has a value here, because the question also means records without one. */
  isGivenToAll({ key: field, label }: SubjectField): Assumption {
    const alias = aliasOf('count', this.#fields);
    return {
      query: this.#count(alias, [...this.#conditions.filters, { field, operator: 'is_empty' }]),
      holds: ([figures]: readonly Row[]) => figures?.[alias] === 0,
      otherwise: `Another of these records has no ${label}.`,
    };
  }

  /**
   * Assumes that the condition words select as intended. A title matches one record, a beginning matches one value, and
   * a year matches no title.
   */
  conditionsHold(): Assumption[] {
    const { titles, beginnings, years, zeros, nones, somes } = this.#conditions;
    const alias = aliasOf('count', this.#fields);
    const count = { alias, function: 'count_rows' as const };
    const one = ([figures]: readonly Row[]) => figures?.[alias] === 1;
    const byTitle = {
      query: this.#query('aggregate', { metrics: [count] }),
      holds: one,
      otherwise: 'Several records are called so.',
    };
    return [
      ...(titles.length > 0 ? [byTitle] : []),
      ...this.#conditions.filters.flatMap((filter) => this.#isListedNowhere(filter)),
      ...beginnings.map(({ field, words: value }) => ({
        query: {
          ...this.#count(alias, [{ field, operator: 'starts_with', value }]),
          metrics: [{ alias, function: 'count_distinct' as const, field }],
        },
        holds: one,
        otherwise: `Several values of ${this.#labelOf(field)} begin with “${value}”.`,
      })),
      ...years.map((value) => ({
        query: this.#count(alias, [{ field: 'title', operator: 'eq', value }]),
        holds: ([figures]: readonly Row[]) => figures?.[alias] === 0,
        otherwise: `“${value}” is also the title of a record.`,
      })),
      ...nones.map((key) => ({
        query: this.#count(alias, [{ field: key, operator: 'in', value: wordsOfNone }]),
        holds: ([figures]: readonly Row[]) => figures?.[alias] === 0,
        otherwise: `Other records say in ${this.#labelOf(key)} that there is none.`,
      })),
      ...somes.map((key) => ({
        query: this.#count(alias, [{ field: key, operator: 'eq', value: 0 }]),
        holds: ([figures]: readonly Row[]) => figures?.[alias] === 0,
        otherwise: `${this.#labelOf(key)} is 0 in other records.`,
        amount: key,
      })),
      ...zeros.map((key) => ({
        query: this.#query('aggregate', { groupBy: [key], metrics: [count] }),
        holds: ({ length }: readonly Row[]) => length < 2,
        otherwise: `${this.#labelOf(key)} is empty in some of these records and 0 in others.`,
      })),
    ];
  }

  /**
   * Checks that no other cell lists the value of a condition: "French / Romanian" or "Romanian (dubbed)" beside
   * "Romanian".
   */
  #isListedNowhere(filter: Filters[number]): Assumption[] {
    if (!('field' in filter) || filter.operator !== 'eq' || typeof filter.value !== 'string') return [];
    const field = this.#fields.find(({ key }) => key === filter.field && key !== 'title');
    const lists = field && listingToo(field, filter.value);
    if (!lists) return [];
    const alias = aliasOf('count', this.#fields);
    return [
      {
        query: this.#count(alias, lists.filters),
        holds: ([figures]: readonly Row[]) => figures?.[alias] === 0,
        otherwise: `Other cells of ${field.label} list “${lists.value}” too.`,
      },
    ];
  }

  /** The number of records that meet exactly these conditions. */
  #count(alias: string, filters: Filters): TypedQuery {
    const metrics = [{ alias, function: 'count_rows' as const }];
    return { mode: 'deterministic', ...this.#of, operation: 'aggregate', metrics, filters };
  }

  #labelOf(key: string): string {
    return this.#fields.find((field) => field.key === key)?.label ?? key;
  }

  #query(operation: 'records' | 'aggregate', body: Body, more: Filters = []): TypedQuery {
    const filters = [...this.#conditions.filters, ...more];
    return { mode: 'deterministic', ...this.#of, operation, ...body, ...(filters.length > 0 && { filters }) };
  }
}

const wordsOfNone = ['None', 'none', 'NONE', 'No', 'no', 'N/A', 'n/a', 'NA', 'Nothing', 'nothing', '-', '–'];

type Three = [string, string, string];

const given = ({ key }: SubjectField): Filters[number] => ({ field: key, operator: 'is_not_empty' });

/** An alias that no field has as its key. */
function aliasOf(name: string, fields: readonly SubjectField[]): string {
  const taken = new Set(fields.map(({ key }) => key));
  let alias = name;
  while (taken.has(alias)) alias = `${alias}_of_all`;
  return alias;
}
