import { type Field, hasChoices } from '../../../schemas/fields.ts';
import type { Answer } from '../../../schemas/queries.ts';
import { isIdentifier } from '../plain/named.ts';
import { escaped, numeral } from '../prose.ts';

/** An answered value. */
export type Value = NonNullable<Answer['values']>[number];

/** Names of the users that an answer may mention, by ID. */
export type Names = ReadonlyMap<string, string>;

/** Never an ID, because people do not know IDs. */
export const nameOf = (userId: string, names: Names): string => names.get(userId) ?? 'a former member';

/** The parts of a field that writing its values needs. */
export type ShownField = Pick<Field, 'key' | 'label' | 'type' | 'options'>;

/** A value as a person writes it, in Markdown. */
export function shownValue(value: unknown, field: ShownField | undefined, names: Names): string {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.map((one) => shownValue(one, field, names)).join(', ');
  if (typeof value === 'number') return shownNumber(value, field);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = value as string;
  if (field && hasChoices(field.type)) return escaped(labelOf(field, text));
  if (field?.type === 'user') return escaped(nameOf(text, names));
  if (field?.type === 'date_time' && text.length > 'yyyy-mm-dd'.length)
    return `${shownDay(text.slice(0, 10))}, ${text.slice(11, 16)} UTC`;
  if (field?.type === 'date' || field?.type === 'date_time') return shownDay(text);
  return escaped(text);
}

const labelOf = ({ options }: ShownField, key: string): string =>
  options?.choices?.find((choice) => choice.key === key)?.label ?? key;

function shownNumber(value: number, field: ShownField | undefined): string {
  const code = field?.type === 'currency' ? field.options?.currencyCode : undefined;
  if (field && (isYearOf(field, value) || isIdentifier(field))) return String(value);
  const amount = numeral(value);
  if (code !== undefined) return `${amount} ${code}`;
  return field?.type === 'percent' ? `${amount} %` : amount;
}

/** A year is written without a thousands separator. */
const isYearOf = ({ type, label }: ShownField, value: number): boolean =>
  type === 'number' &&
  Number.isInteger(value) &&
  value >= 1_000 &&
  value <= 2_100 &&
  /\b(?:years?|seasons?|founded|established|opened|closed|built|born|died|debut|joined|launched|formed|since|edition|vintage)\b/i.test(
    label,
  );

const wholeMonths = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-03-01` becomes 1 March 2026, and `2026-03` March 2026. Anything else, such as a quarter, stays. */
export function shownDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return days.format(new Date(`${text}T00:00:00Z`));
  return /^\d{4}-\d\d$/.test(text) ? wholeMonths.format(new Date(`${text}-01T00:00:00Z`)) : escaped(text);
}
