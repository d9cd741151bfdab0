import type { DataSet } from '../../../schemas/data-sets.ts';
import { referenceTypes } from '../../../schemas/field-types.ts';
import type { Field } from '../../../schemas/fields.ts';
import { systemKeys } from '../../fields/shape.ts';

/** Whether people set a field: not the ones that every record has, and of a connected source references alone. */
export const canEditIn = (
  { readOnly }: Pick<DataSet, 'readOnly'>,
  { key, type }: Pick<Field, 'key' | 'type'>,
): boolean => (readOnly ? referenceTypes.has(type) : key === 'title' || !systemKeys.has(key));
