import { limits } from '../../../schemas/limits.ts';
import type { Work } from '../../turns/turn.ts';
import type { Fields } from '../catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import { type AggregatePlan, planAggregate } from '../plan-aggregate.ts';
import type { DefinitionOf } from './definition.ts';

export type Widget = DefinitionOf<'dashboard'>['widgets'][number];

export interface WidgetPlan {
  readonly plan: AggregatePlan;
  readonly limit: number;
}

/** A widget is a typed query. */
export function* planWidget(
  dataSet: Fields,
  { groupBy, metrics, having, filters, orderBy, limit = limits.queryRowsDefault }: Widget,
  calendar: Calendar,
  path: string,
): Work<WidgetPlan> {
  return { plan: yield* planAggregate(dataSet, { groupBy, metrics, having, filters, orderBy }, calendar, path), limit };
}
