import { dateTypes } from '../../../schemas/fields.ts';
import { groupTypes } from './board.ts';
import { endOf } from './calendar.ts';
import type { Fields } from '../catalogue.ts';
import { type DefinitionOf, fieldOfType, type Layout, shownFields } from './definition.ts';

export function timelineLayout(dataSet: Fields, definition: DefinitionOf<'timeline'>): Layout {
  const start = fieldOfType(dataSet, definition.startFieldKey, dateTypes, '/startFieldKey');
  const end = endOf(dataSet, start, definition.endFieldKey, '/endFieldKey');
  const { groupByFieldKey } = definition;
  const group =
    groupByFieldKey === undefined ? undefined : fieldOfType(dataSet, groupByFieldKey, groupTypes, '/groupByFieldKey');
  return {
    sort: [{ field: start, direction: 'asc' }],
    shown: shownFields(dataSet, definition.cardFieldKeys, '/cardFieldKeys'),
    placing: [start, end, ...(group ? [group] : [])],
    start,
    ...(group && { group }),
  };
}
