import { planSort } from '../plan.ts';
import { type DataSetFields, type DefinitionOf, type Layout, shownFields } from './definition.ts';

export function tableLayout(dataSet: DataSetFields, { columns, sort = [] }: DefinitionOf<'table'>): Layout {
  return { sort: planSort(dataSet, sort, '/sort'), shown: shownFields(dataSet, columns, '/columns'), placing: [] };
}
