import type { Filters, Row, TypedQuery } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import type { SubjectField } from '../../plain/named.ts';
import type { Figure, Frame } from '../frame.ts';

/** A typed query, and how its rows are said as values. */
export interface FreePlan {
  readonly query: TypedQuery;
  readonly valuesIn: (rows: readonly Row[]) => readonly Value[];
  /** Whether it answers only with all its rows. */
  readonly needsAll?: boolean;
  /** How the question was read, where the query does not show it. */
  readonly reading?: string;
}

export type Metric = NonNullable<TypedQuery['metrics']>[number];

/** A query of more groups is not whole. */
export const mostGroups = 200;

const filtersOf = ({ conditions }: Frame): Filters => conditions.map(({ filter }) => filter);

export const query = (frame: Frame, body: Partial<TypedQuery>, more: Filters = []): TypedQuery => {
  const filters = [...filtersOf(frame), ...more];
  return {
    mode: 'deterministic',
    ...frame.subject.of,
    operation: 'aggregate',
    ...body,
    ...(filters.length > 0 && { filters }),
  };
};

/** Only records in which a field is given. */
export const given = ({ key }: SubjectField): Filters[number] => ({ field: key, operator: 'is_not_empty' });

/** The metric that a frame asks for: of its number, or of its records. */
export function metricOf({ measure, figure }: Frame, other?: Figure): Metric {
  if (!measure) return { alias: 'count', function: 'count_rows' };
  const name = other ?? figure ?? 'sum';
  return { alias: name, function: name, field: measure.key };
}

/** A figure of the number that is asked for. */
export const numbered = (frame: Frame, value: unknown): Value[] =>
  value === null || value === undefined
    ? []
    : [
        {
          value: value as number,
          type: frame.measure?.type ?? 'number',
          ...(frame.measure && { fieldKey: frame.measure.key }),
        },
      ];

/** A number of records. */
export const plain = (value: unknown): Value[] => [{ value: (value ?? 0) as number, type: 'number' }];

/** The value or values of a field. */
export const valueOf = (value: unknown, field: SubjectField): Value[] =>
  value === null || value === undefined
    ? []
    : [value].flat().map((one) => ({ value: one as string, type: field.type, fieldKey: field.key }));
