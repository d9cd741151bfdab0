/** The types of fields, and sets of them. Plain data, which the app loads without a validator. */
export const fieldTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'checkbox',
  'date',
  'date_time',
  'select',
  'multi_select',
  'user',
  'url',
  'email',
  'phone',
  'record',
  'file',
  'artifact',
  'session',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Types whose values are IDs of other resources. A value grants no access. */
export const referenceTypes: ReadonlySet<FieldType> = new Set(['record', 'file', 'artifact', 'session']);
/** Types whose values are IDs, which people know by names. */
export const idTypes: ReadonlySet<FieldType> = new Set(['user', ...referenceTypes]);
/** Text types, which can be searched by substring and are sorted by folded text. */
export const textTypes: ReadonlySet<FieldType> = new Set(['text', 'long_text', 'url', 'email', 'phone']);
export const numberTypes: ReadonlySet<FieldType> = new Set(['number', 'currency', 'percent']);
export const dateTypes: ReadonlySet<FieldType> = new Set(['date', 'date_time']);
/** Types whose fields may be made to hold several values. */
export const multipleTypes: ReadonlySet<FieldType> = new Set(['user', 'record', 'file', 'artifact']);

export const hasChoices = (type: string): type is 'select' | 'multi_select' =>
  type === 'select' || type === 'multi_select';

/** Fields of every record. Their keys are reserved. */
export const systemFields = {
  title: { label: 'Title', type: 'text' },
  created_at: { label: 'Created', type: 'date_time' },
  updated_at: { label: 'Updated', type: 'date_time' },
  created_by: { label: 'Created by', type: 'user' },
} as const satisfies Record<string, { label: string; type: FieldType }>;

export interface FieldKind {
  readonly type: FieldType;
  readonly multiple?: boolean | undefined;
}

/** Whether a field holds a list of values. */
export const isMultiple = ({ type, multiple }: FieldKind): boolean => type === 'multi_select' || multiple === true;
