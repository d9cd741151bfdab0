import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Conditions } from './conditions.ts';
import type { SubjectField } from './named.ts';

/** A typed query, and which column of its rows holds the values that answer. */
export interface Plan {
  readonly query: TypedQuery;
  readonly column: string;
  readonly field?: SubjectField | undefined;
  /** Of the first row alone, and of those that have the same here. */
  readonly ties?: string;
  /** More than one record makes no look-up. */
  readonly isOne?: boolean;
}

export type Direction = 'asc' | 'desc';
type Body = Pick<TypedQuery, 'groupBy' | 'metrics' | 'orderBy' | 'limit' | 'fields'>;

export const mostTies = 25;
export const mostRows = 100;

/** Writes the plans of questions about the records of one table that meet these conditions. */
export class Plans {
  readonly #of: Subject['of'];
  readonly #fields: readonly SubjectField[];
  readonly #conditions: Conditions;

  constructor(of: Subject['of'], fields: readonly SubjectField[], conditions: Conditions) {
    this.#of = of;
    this.#fields = fields;
    this.#conditions = conditions;
  }

  metric(name: 'average' | 'sum' | 'minimum' | 'maximum', field: SubjectField | undefined): Plan | undefined {
    if (!field) return undefined;
    const alias = aliasOf(name, this.#fields);
    return {
      query: this.#query('aggregate', { metrics: [{ alias, function: name, field: field.key }] }),
      column: alias,
      field,
    };
  }

  grouped(
    groupBy: NonNullable<TypedQuery['groupBy']>,
    isAverage: boolean,
    isSum: boolean,
    isCount: boolean,
    measure: SubjectField | undefined,
    direction: Direction | undefined,
  ): Plan | undefined {
    const counts = isCount || (!isAverage && !isSum);
    const name = counts ? 'count_rows' : isAverage ? 'average' : 'sum';
    if (!counts && !measure) return undefined;
    const alias = aliasOf(counts ? 'count' : name, this.#fields);
    const metrics = [{ alias, function: name, ...(!counts && { field: measure!.key }) }] as NonNullable<
      TypedQuery['metrics']
    >;
    const order = direction && { orderBy: [{ field: alias, direction }] };
    return {
      query: this.#query('aggregate', { groupBy, metrics, ...order, limit: mostRows }),
      column: alias,
      ...(!counts && { field: measure }),
    };
  }

  /** The records with the most of a number. */
  top(limit: number, measure: SubjectField): Plan {
    const orderBy = [{ field: measure.key, direction: 'desc' as const }];
    return {
      query: this.#query('records', { orderBy, limit, fields: ['title', measure.key] }, [given(measure)]),
      column: 'title',
    };
  }

  /** Of each group the sum of a number, or how many there are; the sums answer, or the groups that have the same. */
  summed(
    group: SubjectField,
    measure: SubjectField | undefined,
    direction: Direction,
    limit: number,
    isOfSum: boolean,
  ): Plan {
    const alias = aliasOf(measure ? 'sum' : 'count', this.#fields);
    const metrics = [
      measure ? { alias, function: 'sum' as const, field: measure.key } : { alias, function: 'count_rows' as const },
    ];
    const query = this.#query(
      'aggregate',
      { groupBy: [group.key], metrics, orderBy: [{ field: alias, direction }], limit },
      [given(group)],
    );
    return isOfSum ? { query, column: alias, field: measure } : { query, column: group.key, field: group, ties: alias };
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

  lookUp(field: SubjectField | undefined): Plan | undefined {
    if (!field || this.#conditions.filters.length === 0) return undefined;
    return {
      query: this.#query('records', { fields: ['title', field.key], limit: mostRows }, [given(field)]),
      column: field.key,
      field,
    };
  }

  list(besides: SubjectField | undefined): Plan {
    const fields = ['title', ...(besides ? [besides.key] : [])];
    return { query: this.#query('records', { fields, limit: mostRows }), column: 'title' };
  }

  #query(operation: 'records' | 'aggregate', body: Body, more: Filters = []): TypedQuery {
    const filters = [...this.#conditions.filters, ...more];
    return { mode: 'deterministic', ...this.#of, operation, ...body, ...(filters.length > 0 && { filters }) };
  }
}

const given = ({ key }: SubjectField): Filters[number] => ({ field: key, operator: 'is_not_empty' });

/** A name that is no field's. */
function aliasOf(name: string, fields: readonly SubjectField[]): string {
  const taken = new Set(fields.map(({ key }) => key));
  let alias = name;
  while (taken.has(alias)) alias = `${alias}_of_all`;
  return alias;
}
