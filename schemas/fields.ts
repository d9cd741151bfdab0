import * as z from 'zod';
import { listOf } from './common.ts';
import { limits } from './limits.ts';

export const FieldType = z.enum([
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
]);
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

export const Period = z.enum([
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'past_7_days',
  'past_30_days',
  'next_7_days',
  'next_30_days',
]);
export type Period = z.infer<typeof Period>;

export const FieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be 1 to 63 of a-z, 0-9 and _, beginning with a letter');

/** Fields of every record. Their keys are reserved. */
export const systemFields = {
  title: { label: 'Title', type: 'text' },
  created_at: { label: 'Created', type: 'date_time' },
  updated_at: { label: 'Updated', type: 'date_time' },
  created_by: { label: 'Created by', type: 'user' },
} as const satisfies Record<string, { label: string; type: FieldType }>;

export const reservedKeys: ReadonlySet<string> = new Set(['id', ...Object.keys(systemFields)]);

const multipleTypes: ReadonlySet<FieldType> = new Set(['user', 'record', 'file', 'artifact']);
/** Types whose values are IDs of other resources. A value grants no access. */
export const referenceTypes: ReadonlySet<FieldType> = new Set(['record', 'file', 'artifact', 'session']);
/** Text types, which can be searched by substring and are sorted by folded text. */
export const textTypes: ReadonlySet<FieldType> = new Set(['text', 'long_text', 'url', 'email', 'phone']);
export const numberTypes: ReadonlySet<FieldType> = new Set(['number', 'currency', 'percent']);
export const dateTypes: ReadonlySet<FieldType> = new Set(['date', 'date_time']);

const equality = ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'] as const;
const parts = ['contains', 'not_contains', 'starts_with', 'ends_with'] as const;
const ranges = ['lt', 'lte', 'gt', 'gte', 'between'] as const;

export interface FieldKind {
  readonly type: FieldType;
  readonly multiple?: boolean | undefined;
}

/** Whether a field holds a list of values. */
export const isMultiple = ({ type, multiple }: FieldKind): boolean => type === 'multi_select' || multiple === true;

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

/** A field as a client declares it. Options of another type are refused. */
export const FieldInput = z
  .strictObject({
    key: FieldKey.refine((key) => !reservedKeys.has(key), 'is reserved'),
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
        objectTypeId: z.string().min(1).max(limits.identifier).optional(),
      })
      .optional(),
  })
  .superRefine(({ type, multiple, options = {} }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const belongs = (option: keyof typeof options, holds: boolean, what: string) => {
      if (options[option] !== undefined && !holds) refuse(['options', option], `belongs to ${what} only`);
    };
    if (multiple !== undefined && !multipleTypes.has(type)) {
      refuse(['multiple'], `belongs to ${[...multipleTypes].join(', ')} only`);
    }
    belongs('currencyCode', type === 'currency', 'currency');
    belongs('decimals', numberTypes.has(type), 'number, currency and percent');
    belongs('choices', hasChoices(type), 'select and multi_select');
    belongs('objectTypeId', type === 'record', 'record');
    if (type === 'currency' && options.currencyCode === undefined) refuse(['options', 'currencyCode'], 'is required');
    if (hasChoices(type) && options.choices === undefined) refuse(['options', 'choices'], 'is required');
    if (type === 'record' && options.objectTypeId === undefined) refuse(['options', 'objectTypeId'], 'is required');
    const keys = options.choices?.map(({ key }) => key) ?? [];
    if (new Set(keys).size < keys.length) refuse(['options', 'choices'], 'names a key twice');
  });
export type FieldInput = z.infer<typeof FieldInput>;

export const hasChoices = (type: FieldType): boolean => type === 'select' || type === 'multi_select';
