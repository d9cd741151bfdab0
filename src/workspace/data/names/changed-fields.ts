import { invalidRequest } from '../../../../schemas/errors.ts';
import { type FieldChange, FieldKey } from '../../../../schemas/fields.ts';
import type { CatalogueDataSet } from '../../../query/catalogue.ts';
import { FieldNames } from './field-names.ts';

/**
 * Changes of fields by key. An unknown key with a type declares a field and is not read as a label. A field that is
 * named twice is refused.
 */
export function changesByKeys<Change extends FieldChange>(dataSet: CatalogueDataSet, changes: readonly Change[]) {
  const names = new FieldNames(dataSet);
  const keys = new Set<string>();
  return changes.map((change, place): Change => {
    const path = `/fields/${place}/key`;
    const key = declaresField(names, change) ? change.key : (names.own(change.key, path)?.key ?? change.key);
    if (keys.has(key)) throw invalidRequest(path, 'is there twice');
    keys.add(key);
    return key === change.key ? change : { ...change, key };
  });
}

const declaresField = (names: FieldNames, { key, type }: FieldChange): boolean =>
  type !== undefined && !names.keyed(key) && FieldKey.safeParse(key).success;
