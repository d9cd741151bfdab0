import * as z from 'zod';
import { listOf, repeatedPlaces } from './common.ts';
import {
  dateTypes,
  type FieldKind,
  fieldTypes,
  hasChoices,
  isMultiple,
  multipleTypes,
  numberTypes,
  systemFields,
  textTypes,
} from './field-types.ts';
import { limits } from './limits.ts';
import { periods } from './periods.ts';

export {
  dateTypes,
  type FieldKind,
  hasChoices,
  isMultiple,
  numberTypes,
  referenceTypes,
  systemFields,
  textTypes,
} from './field-types.ts';

export const FieldType = z.enum(fieldTypes);
export type FieldType = z.infer<typeof FieldType>;

export const Operator = z.enum([
  'eq',
  'neq',
  'in',
  'not_in',
  'is_empty',
  'is_not_empty',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'within',
  'has_any_of',
  'has_all_of',
  'has_none_of',
]);
export type Operator = z.infer<typeof Operator>;

export const MetricFunction = z.enum([
  'count_rows',
  'count_distinct',
  'sum',
  'average',
  'median',
  'minimum',
  'maximum',
]);
export type MetricFunction = z.infer<typeof MetricFunction>;

export const Interval = z.enum(['day', 'week', 'month', 'quarter', 'year']);
export type Interval = z.infer<typeof Interval>;

export const Period = z.enum(periods);
export type Period = z.infer<typeof Period>;

export const FieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be 1 to 63 of a-z, 0-9 and _, beginning with a letter');

/** A field as a request names it: by its key, or by a label that it alone has. */
export const FieldName = z.string().min(1).max(limits.title).describe('Field key or label');

export const reservedKeys: ReadonlySet<string> = new Set(['id', ...Object.keys(systemFields)]);

const equality = ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'] as const;
const parts = ['contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const ranges = ['lt', 'lte', 'gt', 'gte', 'between'] as const;

/** The filter operators of a field (CONTRACT section 7). */
export function operatorsOf(field: FieldKind): readonly Operator[] {
  if (isMultiple(field)) return ['has_any_of', 'has_all_of', 'has_none_of', 'is_empty', 'is_not_empty'];
  const { type } = field;
  if (textTypes.has(type)) return [...equality, ...parts];
  if (numberTypes.has(type)) return [...equality, ...ranges];
  if (dateTypes.has(type)) return [...equality, ...ranges, 'within'];
  if (type === 'checkbox') return ['eq'];
  if (type === 'file' || type === 'artifact' || type === 'session') return ['eq', 'in', 'is_empty', 'is_not_empty'];
  return equality;
}

/** The metric functions of a field; `count_rows` needs none. */
export function functionsOf({ type }: FieldKind): readonly MetricFunction[] {
  if (numberTypes.has(type)) return ['count_distinct', 'sum', 'average', 'median', 'minimum', 'maximum'];
  if (dateTypes.has(type)) return ['count_distinct', 'minimum', 'maximum'];
  return ['count_distinct'];
}

const Label = z
  .string()
  .min(1)
  .max(limits.title)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text');

const Choice = z.object({
  key: z.string(),
  label: z.string(),
  color: z.string().optional(),
});

export const FieldOptions = z.object({
  currencyCode: z.string().optional().describe('ISO 4217, of currency'),
  decimals: z.int().optional().describe('Decimals in which every number of an imported column was written'),
  choices: z.array(Choice).optional().describe('Choices of select and multi_select, in their order'),
  objectTypeId: z.string().optional().describe('Type record only: the Data Set that values point into'),
});
export type FieldOptions = z.infer<typeof FieldOptions>;

export const Field = z.object({
  key: z.string(),
  label: z.string(),
  type: FieldType,
  queryable: z.boolean(),
  required: z.boolean(),
  multiple: z.boolean().optional(),
  options: FieldOptions.optional(),
  operators: z.array(Operator).describe('Filter operators that this field takes'),
  functions: z.array(MetricFunction).describe('Metric functions that this field takes'),
});
export type Field = z.infer<typeof Field>;

const NewChoice = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(limits.choiceKey)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be text on one line'),
  label: Label.optional().describe('Default: the key'),
  color: z
    .string()
    .regex(/^(#[0-9a-fA-F]{6}|[a-z]{1,20})$/, 'must be a colour name or #rrggbb')
    .optional(),
});

/** A record field's target in place of an ID: the Data Set that has the field. */
export const ownDataSet = 'self';

/** The key of a field that is added. */
export const NewFieldKey = FieldKey.refine((key) => !reservedKeys.has(key), 'is reserved');

const declared = {
  key: NewFieldKey,
  label: Label.optional().describe('Default: the key'),
  type: FieldType,
  required: z.boolean().optional(),
  multiple: z.boolean().optional().describe('Types user, record, file and artifact only: a list of values'),
  options: z
    .strictObject({
      currencyCode: z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
        .optional(),
      decimals: z.int().min(0).max(15).optional(),
      choices: listOf(NewChoice, limits.choices, 1).optional(),
      objectTypeId: z
        .string()
        .min(1)
        .max(limits.identifier)
        .optional()
        .describe('Type record only: the Data Set that values point into; "self" is the one with this field'),
    })
    .optional(),
};

/** A field as a client declares it. Options of another type are refused. */
export const FieldInput = z.strictObject(declared).superRefine((field, context) => {
  refuseAll(context, [...foreignOptions(field.type, field), ...missingOptions(field.type, field)]);
});
export type FieldInput = z.infer<typeof FieldInput>;

/** The same to add or change. A field that is there needs no type, and keeps the options that are not named. */
export const FieldChange = z
  .strictObject({
    ...declared,
    key: FieldName,
    label: Label.optional().describe('Default: as it is; of a new field, the key'),
    type: FieldType.optional().describe('Needed by a new field'),
  })
  .superRefine((field, context) => {
    if (field.type !== undefined) refuseAll(context, foreignOptions(field.type, field));
    refuseAll(context, repeatedChoices(field));
  });
export type FieldChange = z.infer<typeof FieldChange>;

type Options = Pick<FieldChange, 'multiple' | 'options'>;
/** A path below the field, and what is wrong there. */
export type FieldMistake = readonly [path: readonly string[], message: string];

function refuseAll(context: z.RefinementCtx, mistakes: readonly FieldMistake[]): void {
  for (const [path, message] of mistakes) context.addIssue({ code: 'custom', path: [...path], message });
}

/** Options that belong to other types. */
export function foreignOptions(type: FieldType, { multiple, options = {} }: Options): FieldMistake[] {
  const belongs = (option: keyof typeof options, holds: boolean, what: string): FieldMistake[] =>
    options[option] === undefined || holds ? [] : [[['options', option], `belongs to ${what} only`]];
  const isWrong = multiple !== undefined && !multipleTypes.has(type);
  return [
    ...(isWrong ? [[['multiple'], `belongs to ${[...multipleTypes].join(', ')} only`] as const] : []),
    ...belongs('currencyCode', type === 'currency', 'currency'),
    ...belongs('decimals', numberTypes.has(type), 'number, currency and percent'),
    ...belongs('choices', hasChoices(type), 'select and multi_select'),
    ...belongs('objectTypeId', type === 'record', 'record'),
  ];
}

/** Options that a new field of the type lacks, and choices that it repeats. */
export function missingOptions(type: FieldType, { options = {} }: Options): FieldMistake[] {
  const needed = { currencyCode: type === 'currency', choices: hasChoices(type), objectTypeId: type === 'record' };
  const missing = Object.entries(needed)
    .filter(([option, isNeeded]) => isNeeded && options[option as keyof typeof options] === undefined)
    .map(([option]): FieldMistake => [['options', option], 'is required']);
  return [...missing, ...repeatedChoices({ options })];
}

function repeatedChoices({ options = {} }: Options): FieldMistake[] {
  const keys = options.choices?.map(({ key }) => key) ?? [];
  return repeatedPlaces(keys).map((place) => [['options', 'choices', String(place), 'key'], 'is there twice']);
}
