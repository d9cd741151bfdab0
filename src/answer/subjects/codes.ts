import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import { isMerit, isMoney } from '../plain/measures.ts';
import { isAmount, looksPlural, unitOf } from '../plain/named.ts';
import type { Subject } from './subjects.ts';

type SubjectField = Subject['fields'][number];

const adding: ReadonlySet<string> = new Set(['sum', 'average', 'median']);
/** The rows that are looked at first. Amounts nearly always differ in length there, or are equal. */
const looked = 20;
/** Fewer numbers say nothing of what they are. */
const fewest = 3;

/** The label of a number that a query adds up or averages, if it looks like codes, places or years. */
export async function codesAdded(
  { metrics = [] }: TypedQuery,
  subject: Subject,
  workspace: Workspace,
): Promise<string | undefined> {
  const keys = new Set(metrics.flatMap((metric) => (adding.has(metric.function) ? (metric.field ?? []) : [])));
  for (const field of subject.fields) {
    if (!keys.has(field.key) || !mayBeCode(field)) continue;
    if (await holdsCodes(field, subject, workspace)) return field.label;
  }
  return undefined;
}

/** Whether a label may be that of codes. One with a unit, a plural or a word of money says what its numbers measure. */
const mayBeCode = (field: SubjectField): boolean =>
  field.type === 'number' &&
  unitOf(field) === undefined &&
  !isAmount(field) &&
  !isMoney(field) &&
  !isMerit(field) &&
  !/[(%]/u.test(field.label) &&
  (isShort(field) || !looksPlural(field.label));

/** Whether a label is a short form, as `M49` and `ISO`. `FY24` and `Q1` are times. */
const isShort = ({ label }: SubjectField): boolean =>
  /^(?!FY|Q\d|H\d)\p{Lu}{1,4}\d{2,4}$|^\p{Lu}{2,5}$/u.test(label.trim());

async function holdsCodes(field: SubjectField, { of }: Subject, workspace: Workspace): Promise<boolean> {
  const { key } = field;
  const filters = [{ field: key, operator: 'is_not_empty' as const }];
  const query = { mode: 'deterministic' as const, ...of, filters };
  const first = await dataOf({ ...query, operation: 'records', fields: [key], limit: looked }, workspace);
  const numbers = (first?.rows ?? []).map((row) => Number(row[key]));
  const isWhole = numbers.length >= fewest && numbers.every((number) => Number.isInteger(number) && number >= 0);
  if (!isWhole) return false;
  if (numbers.length < looked) return areCodes(spreadOf(numbers), field);
  if (new Set(numbers).size < looked && !numbers.every(isYear)) return false;
  const metrics = [
    { alias: 'all_numbers', function: 'count_rows' as const },
    { alias: 'different', function: 'count_distinct' as const, field: key },
    { alias: 'smallest', function: 'minimum' as const, field: key },
    { alias: 'largest', function: 'maximum' as const, field: key },
  ];
  const data = await dataOf({ ...query, operation: 'aggregate', metrics }, workspace);
  const [count, different, least, most] = metrics.map(({ alias }) => Number(data?.rows?.[0]?.[alias]));
  return areCodes({ count: count!, different: different!, least: least!, most: most! }, field);
}

interface Spread {
  readonly count: number;
  readonly different: number;
  readonly least: number;
  readonly most: number;
}

const spreadOf = (numbers: readonly number[]): Spread => ({
  count: numbers.length,
  different: new Set(numbers).size,
  least: Math.min(...numbers),
  most: Math.max(...numbers),
});

const isYear = (number: number): boolean => number >= 1_800 && number <= 2_100;
/** The digits of codes. A short form has codes of fewer. */
const fewestDigits = 5;
const fewestOfShort = 3;

/** Whether numbers are all years, the places 1, 2, 3 and so on, or each another of the same length. */
function areCodes({ count, different, least, most }: Spread, field: SubjectField): boolean {
  if (isYear(least) && isYear(most)) return true;
  if (count !== different) return false;
  const digits = String(most).length;
  const isRow = least === 1 && most === count && count > fewest;
  return isRow || (String(least).length === digits && digits >= (isShort(field) ? fewestOfShort : fewestDigits));
}
