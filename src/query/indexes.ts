import type { ViewDefinition } from '../../schemas/views.ts';
import type { IndexTerms } from '../store/data-tables/data-indexes.ts';
import type { Dialect } from '../store/dialect.ts';
import type { Work } from '../turns/turn.ts';
import { asStored, type Fields } from './catalogue.ts';
import { orderTerms, valueOf } from './compile.ts';
import { heldFields } from './conditions.ts';
import type { Calendar } from '../time/dates.ts';
import { planRecords, planSavedFilters } from './renderers/index.ts';

/**
 * The indexes that let the pages of a View be found instead of sorted. The fields that its filters hold to one value
 * come first, then its order. A board has a second index for its columns, which are counted and read one by one.
 */
export function* indexesOf(
  dialect: Dialect,
  { fields, otherFields }: Fields,
  definition: ViewDefinition,
  calendar: Calendar,
): Work<IndexTerms[]> {
  const dataSet = { fields: asStored(fields), otherFields };
  if (definition.renderer === 'dashboard' || definition.renderer === 'pivot_table') return [];
  const saved = yield* planSavedFilters(dataSet, definition, calendar);
  const { where, sort, group } = planRecords(dataSet, definition, saved);
  const order = orderTerms(dialect, sort).map(({ expression, direction }) => `${expression} ${direction}`);
  const held = heldFields(where).map(valueOf);
  const hasColumns = definition.renderer === 'board' && group && !group.multiple;
  const columns = hasColumns ? [[...held, valueOf(group), ...order]] : [];
  return [[...held, ...order], ...columns].map(withoutRepetition).filter((terms) => terms.length > 1);
}

/** A direction makes no difference to a term that is held to one value before. */
function withoutRepetition(terms: IndexTerms): IndexTerms {
  const seen = new Set<string>();
  return terms.filter((term) => {
    const expression = term.replace(/ (asc|desc)$/, '');
    return !seen.has(expression) && seen.add(expression);
  });
}
