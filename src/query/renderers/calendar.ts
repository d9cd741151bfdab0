import { dateTypes } from '../../../schemas/fields.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { type DefinitionOf, fieldOfType, type Layout, shownFields } from './definition.ts';

export function calendarLayout(dataSet: Fields, definition: DefinitionOf<'calendar'>): Layout {
  const start = fieldOfType(dataSet, definition.dateFieldKey, dateTypes, '/dateFieldKey');
  const { endDateFieldKey } = definition;
  return {
    sort: [{ field: start, direction: 'asc' }],
    shown: shownFields(dataSet, definition.cardFieldKeys, '/cardFieldKeys'),
    placing:
      endDateFieldKey === undefined ? [start] : [start, endOf(dataSet, start, endDateFieldKey, '/endDateFieldKey')],
    start,
  };
}

/** Where what begins at `start` ends: a field of the same type. */
export function endOf(dataSet: Fields, start: CatalogueField, key: string, path: string): CatalogueField {
  const end = fieldOfType(dataSet, key, dateTypes, path);
  if (end.type === start.type) return end;
  throw invalidRequest(path, `must be of the same type as "${start.key}", which is ${start.type}`);
}
