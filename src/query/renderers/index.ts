import type { ViewDefinition } from '../../../schemas/views.ts';
import type { Work } from '../../turns/turn.ts';
import type { Fields } from '../catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import { sortWithin } from '../conditions.ts';
import { both, type Condition, planViewFilters } from '../plan.ts';
import { boardLayout } from './board.ts';
import { calendarLayout } from './calendar.ts';
import { planWidget } from './dashboard.ts';
import { type DefinitionOf, type Layout, planEachInTurns } from './definition.ts';
import { planPivot } from './pivot-table.ts';
import { tableLayout } from './table.ts';
import { timelineLayout } from './timeline.ts';

export type RecordDefinition = DefinitionOf<'table' | 'board' | 'calendar' | 'timeline'>;

/** Refuses what the Data Set cannot fulfil, naming each mistake by its place in the definition. */
export function* checkDefinition(dataSet: Fields, definition: ViewDefinition, calendar: Calendar): Work<void> {
  const where = yield* planViewFilters(dataSet, definition.filters ?? [], calendar, '/filters');
  switch (definition.renderer) {
    case 'dashboard':
      yield* planEachInTurns(definition.widgets, (widget, place) =>
        planWidget(dataSet, widget, calendar, `/widgets/${place}`),
      );
      break;
    case 'pivot_table':
      planPivot(dataSet, definition, where, calendar);
      break;
    default:
      layoutOf(dataSet, definition);
  }
}

/** The saved filters of a View. */
export const planSavedFilters = (
  dataSet: Fields,
  { filters = [] }: Pick<ViewDefinition, 'filters'>,
  calendar: Calendar,
): Work<Condition> => planViewFilters(dataSet, filters, calendar, '/definition/filters');

export interface RecordsPlan extends Omit<Layout, 'start'> {
  readonly where: Condition;
}

/** How the records of a View are found, ordered and shown; `saved` is what its filters leave. */
export function planRecords(dataSet: Fields, definition: RecordDefinition, saved: Condition): RecordsPlan {
  const { start, sort, ...layout } = layoutOf(dataSet, definition);
  const where = start ? both(saved, { kind: 'compare', field: start, test: { is: 'present' } }) : saved;
  return { ...layout, where, sort: sortWithin(sort, where) };
}

const layouts = new WeakMap<RecordDefinition, { readonly fields: Fields['fields']; readonly layout: Layout }>();

/** Cached by the identity of definition and fields, which a View keeps from page to page. */
function layoutOf(dataSet: Fields, definition: RecordDefinition): Layout {
  const known = layouts.get(definition);
  if (known?.fields === dataSet.fields) return known.layout;
  const layout = planLayout(dataSet, definition);
  layouts.set(definition, { fields: dataSet.fields, layout });
  return layout;
}

function planLayout(dataSet: Fields, definition: RecordDefinition): Layout {
  switch (definition.renderer) {
    case 'table':
      return tableLayout(dataSet, definition);
    case 'board':
      return boardLayout(dataSet, definition);
    case 'calendar':
      return calendarLayout(dataSet, definition);
    case 'timeline':
      return timelineLayout(dataSet, definition);
  }
}
