import { planSort } from '../plan.ts';
import type { Fields } from '../catalogue.ts';
import { type DefinitionOf, type Layout, shownFields } from './definition.ts';

export function tableLayout(dataSet: Fields, { columns, sort = [] }: DefinitionOf<'table'>): Layout {
  return { sort: planSort(dataSet, sort, '/sort'), shown: shownFields(dataSet, columns, '/columns'), placing: [] };
}
