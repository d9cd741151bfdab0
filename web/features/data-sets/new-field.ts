import type { DataSet } from '../../../schemas/data-sets.ts';
import { freeKey, keyOf } from '../../../schemas/field-keys.ts';
import { hasChoices, multipleTypes } from '../../../schemas/field-types.ts';
import type { FieldChange, FieldType } from '../../../schemas/fields.ts';
import { typeNames } from '../../fields/type-names.ts';
import { canEditIn } from '../../shared/records/can-edit.ts';
import { changedChoices, type ChoiceDraft, fresh } from './choice-drafts.ts';

/** A field that a person is about to add. It keeps what was chosen for types that were tried. */
export interface NewField {
  readonly label: string;
  readonly type: FieldType;
  readonly currencyCode: string;
  readonly choices: readonly ChoiceDraft[];
  /** The Data Set that a record field points to; empty until it is chosen. */
  readonly target: string;
  readonly isSeveral: boolean;
}

/** The types that a field of a Data Set may have. */
export const typesFor = (dataSet: Pick<DataSet, 'readOnly'>): FieldType[] =>
  (Object.keys(typeNames) as FieldType[]).filter((type) => canEditIn(dataSet, { key: '', type }));

export const emptyField = (dataSet: DataSet): NewField => ({
  label: '',
  type: typesFor(dataSet)[0]!,
  currencyCode: dataSet.fields.find(({ type }) => type === 'currency')?.options?.currencyCode ?? 'EUR',
  choices: [{ ...fresh(''), isAdded: false }],
  target: '',
  isSeveral: false,
});

/** The field as the service takes it. Its key is made from the label. */
export function fieldOf(draft: NewField, { fields }: DataSet): FieldChange {
  const label = draft.label.trim();
  const key = freeKey(keyOf(label) ?? 'field', new Set(['id', ...fields.map((field) => field.key)]));
  const { type } = draft;
  return { key, label, type, ...(multipleTypes.has(type) && { multiple: draft.isSeveral }), options: optionsOf(draft) };
}

function optionsOf({ type, currencyCode, choices, target }: NewField): FieldChange['options'] {
  if (type === 'currency') return { currencyCode };
  if (type === 'record') return { objectTypeId: target };
  if (hasChoices(type)) return { choices: changedChoices({ before: [], now: [], drafts: choices }) };
  return undefined;
}
