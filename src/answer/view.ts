import type { Workspace } from '../../schemas/index.ts';
import type { Filters, TypedQuery, ViewFilters } from '../../schemas/queries.ts';
import type { Question } from './answerer.ts';
import type { Subject } from './subjects/subjects.ts';

/** The View that somebody looks at who asks: what it shows is what is asked about. */
export interface ShownView {
  readonly name: string;
  readonly objectTypeId: string;
  readonly filters: Filters;
}

export async function shownView({ channelId, viewId }: Question, { views }: Workspace): Promise<ShownView | undefined> {
  if (channelId === undefined || viewId === undefined) return undefined;
  const { view } = await views.get({ channelId, viewId });
  const filters = (view.definition['filters'] ?? []) as ViewFilters;
  return { name: view.name, objectTypeId: view.objectTypeId, filters: filters.map(typed) };
}

type ViewFilter = ViewFilters[number];

/** A View's filter in the words of a typed query. */
function typed(filter: ViewFilter): Filters[number] {
  if ('or' in filter) return { or: filter.or.map(typed) } as Filters[number];
  if ('and' in filter) return { and: filter.and.map(typed) } as Filters[number];
  const { fieldKey: field, op: operator, ...value } = filter;
  return { field, operator, ...value };
}

/** The workspace with nothing in a table but what these filters let through. */
export function within(of: Subject['of'], filters: Filters, workspace: Workspace): Workspace {
  const isOfTable = ({ objectTypeId, artifactId }: TypedQuery) =>
    'objectTypeId' in of ? objectTypeId === of.objectTypeId : artifactId === of.artifactId;
  const run: Workspace['queries']['run'] = (query) =>
    workspace.queries.run(isOfTable(query) ? filtered(query, filters) : query);
  return Object.create(workspace, { queries: { value: { ...workspace.queries, run } } }) as Workspace;
}

export const filtered = (query: TypedQuery, filters: Filters): TypedQuery => ({
  ...query,
  filters: [...(query.filters ?? []), ...filters],
});

/** Whether a query asks of its own for what the View's filters say already, perhaps otherwise. */
export function overrides({ filters = [] }: TypedQuery, view: ShownView): boolean {
  const own = new Set(filters.flatMap(fieldsOf));
  return view.filters.flatMap(fieldsOf).some((field) => own.has(field));
}

/** Keys of the fields that a filter asks for. */
export function fieldsOf(filter: Filters[number]): string[] {
  if ('or' in filter) return filter.or.flatMap(fieldsOf);
  return 'and' in filter ? filter.and.flatMap(fieldsOf) : [filter.field];
}
