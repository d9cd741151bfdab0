import type { QueryInput } from '../../../../schemas/queries.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import type { AggregateRequest, MetricRequest } from '../../../query/plan-aggregate.ts';
import type { Work } from '../../../turns/turn.ts';
import { each, type RequestNames } from './request-names.ts';

/** A typed query by keys. */
export function* namedQuery(names: RequestNames, query: QueryInput): Work<QueryInput> {
  if (query.operation === 'aggregate') return yield* namedFigures(names, query, '');
  const { filters, fields, orderBy } = query;
  return {
    ...query,
    ...(filters && { filters: yield* names.filters(filters, '/filters', 'field') }),
    ...(fields && { fields: names.fields(fields, '/fields') }),
    ...(orderBy && { orderBy: orderBy.map((one, place) => withField(names, one, `/orderBy/${place}`)) }),
  };
}

/** Groups and metrics by keys. Columns of the answer go before labels in its order. */
function* namedFigures<Request extends AggregateRequest>(
  names: RequestNames,
  request: Request,
  path: string,
): Work<Request> {
  const { filters, groupBy, metrics, orderBy } = request;
  const groups = groupBy?.map((group, place) => namedGroup(names, group, `${path}/groupBy/${place}`));
  const figures = metrics && (yield* each(metrics, `${path}/metrics`, (one, at) => namedMetric(names, one, at)));
  const columns = new Set([...(groups ?? []).map(columnOf), ...(figures ?? []).map(({ alias }) => alias)]);
  const order = orderBy?.map((one, place) =>
    columns.has(one.field) ? one : withField(names, one, `${path}/orderBy/${place}`),
  );
  return {
    ...request,
    ...(groups && { groupBy: groups }),
    ...(figures && { metrics: figures }),
    ...(filters && { filters: yield* names.filters(filters, `${path}/filters`, 'field') }),
    ...(order && { orderBy: order }),
  };
}

type Group = NonNullable<AggregateRequest['groupBy']>[number];

const namedGroup = (names: RequestNames, group: Group, path: string): Group =>
  typeof group === 'string' ? names.field(group, path) : withField(names, group, path);

const columnOf = (group: Group): string => (typeof group === 'string' ? group : `${group.field}_${group.interval}`);

function* namedMetric(names: RequestNames, metric: MetricRequest, path: string): Work<MetricRequest> {
  const { field, filters } = metric;
  return {
    ...metric,
    ...(field !== undefined && { field: names.field(field, `${path}/field`) }),
    ...(filters && { filters: yield* names.filters(filters, `${path}/filters`, 'field') }),
  };
}

const withField = <Part extends { readonly field: string }>(names: RequestNames, part: Part, path: string): Part => ({
  ...part,
  field: names.field(part.field, `${path}/field`),
});

/** Parts of a definition that name one field, by the renderers that take them. */
const fieldParts = ['groupByFieldKey', 'dateFieldKey', 'endDateFieldKey', 'startFieldKey', 'endFieldKey'] as const;
const fieldListParts = ['columns', 'cardFieldKeys', 'rowFieldKeys'] as const;

/** The definition of a View by keys. */
export function* namedDefinition(names: RequestNames, definition: ViewDefinition): Work<ViewDefinition> {
  const { filters } = definition;
  const byKeys = {
    ...definition,
    ...(filters && { filters: yield* names.filters(filters, '/filters', 'fieldKey') }),
    ...Object.fromEntries(namedFields(names, definition)),
  };
  switch (byKeys.renderer) {
    case 'dashboard': {
      const { widgets } = byKeys;
      return { ...byKeys, widgets: yield* each(widgets, '/widgets', (one, at) => namedFigures(names, one, at)) };
    }
    case 'pivot_table': {
      const { period, metric } = byKeys;
      const { field } = metric;
      return {
        ...byKeys,
        period: { ...period, fieldKey: names.field(period.fieldKey, '/period/fieldKey') },
        metric: { ...metric, ...(field !== undefined && { field: names.field(field, '/metric/field') }) },
      };
    }
    default:
      return byKeys;
  }
}

type Part = readonly [part: string, byKeys: unknown];

function namedFields(names: RequestNames, definition: ViewDefinition): Part[] {
  const parts = new Map<string, unknown>(Object.entries(definition));
  const single = fieldParts.map((part): Part => {
    const name = parts.get(part);
    return [part, typeof name === 'string' ? names.field(name, `/${part}`) : undefined];
  });
  const lists = fieldListParts.map((part): Part => {
    const listed = parts.get(part) as string[] | undefined;
    return [part, listed && names.fields(listed, `/${part}`)];
  });
  const sort = parts.get('sort') as readonly { readonly fieldKey: string }[] | undefined;
  const order = sort?.map((one, place) => ({
    ...one,
    fieldKey: names.field(one.fieldKey, `/sort/${place}/fieldKey`),
  }));
  return [...single, ...lists, ['sort', order] as const].filter(([, byKeys]) => byKeys !== undefined);
}
