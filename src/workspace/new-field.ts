import type { CatalogueField } from '../query/catalogue.ts';

/** A field that a new Data Set is to have. */
export type NewField = Pick<CatalogueField, 'key' | 'label' | 'type'> &
  Partial<Pick<CatalogueField, 'required' | 'multiple' | 'fromSource' | 'options'>>;
