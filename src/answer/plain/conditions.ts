import type { Filters } from '../../../schemas/queries.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { takeAmounts } from './amounts.ts';
import { type Beginning, takeCells, takeEmpty } from './cells.ts';
import { takeChecked, takeChoices } from './choices.ts';
import type { Line } from './line.ts';
import { isDate, isYear, onlyOne, ownFields, type SubjectField, takeField, wordsOfLabel } from './named.ts';
import { takeTime, type Time } from './times.ts';

export interface Conditions {
  readonly filters: Filters;
  /** Whether a record is picked out by name. */
  readonly names: boolean;
  /** Whether nothing is said of them but a title. */
  readonly isTitle: boolean;
  readonly titles: readonly (readonly [from: number, to: number])[];
  readonly beginnings: readonly Beginning[];
  /** Years that are meant as days, and may be the titles of records. */
  readonly years: readonly string[];
  /** Of "is it won or lost?": the field that decides. */
  readonly alternative?: SubjectField | undefined;
}

/** What a question says of the records that it means; undefined when it may mean several things. */
export function takeConditions(
  line: Line,
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
): Conditions | undefined {
  const fields = ownFields(subject);
  const named = takeCells(line, fields, cells);
  const times = named && takeTimes(line, subject, fields, today);
  if (!times) return undefined;
  const filters = [...named.filters, ...times.filters, ...takeEmpty(line, fields)];
  for (const filter of takeAmounts(line, fields, subject.called)) {
    if (!filter) return undefined;
    filters.push(filter);
  }
  const chosen = takeChoices(line, fields, subject);
  if (!chosen) return undefined;
  filters.push(...chosen.filters, ...takeChecked(line, fields));
  return {
    ...named,
    filters,
    names: named.filters.length > 0,
    isTitle: cells.some(({ fieldKey }) => fieldKey === 'title') && filters.length === 1 && named.filters.length === 1,
    years: times.years,
    alternative: chosen.alternative,
  };
}

interface Times {
  readonly filters: Filters;
  readonly years: readonly string[];
}

function takeTimes(
  line: Line,
  { fields: all }: Subject,
  fields: readonly SubjectField[],
  today: string,
): Times | undefined {
  const filters: Filters = [];
  const years: string[] = [];
  const made = all.find(({ key }) => key === 'created_at');
  for (let time = takeTime(line, today); time; time = takeTime(line, today)) {
    const field = dateMeant(line, time, fields, made);
    if (!field || filters.some((filter) => 'field' in filter && filter.field === field.key)) return undefined;
    if (!time.isSure) line.doubt(...time.place);
    if (time.year !== undefined && !isYear(field)) years.push(time.year);
    filters.push({ field: field.key, ...(isYear(field) ? yearOf(time) : time.days) });
  }
  return { filters, years };
}

/** The date that is named beside a time, else the only one. A year can also be a number of its own, and then either is meant. */
function dateMeant(
  line: Line,
  { place, year }: Time,
  fields: readonly SubjectField[],
  made: SubjectField | undefined,
): SubjectField | undefined {
  const dates = fields.filter(isDate);
  const named = takeField(line, dates, 0, 'condition');
  if (named) return named;
  if (made && line.take(/\b(?:created|added|made|entered)\b/u)) return made;
  const numbered = year === undefined ? [] : fields.filter(isYear);
  const only = onlyOne([...dates, ...numbered]);
  if (only && !isYear(only) && !isGeneric(only)) line.doubt(...place);
  return only;
}

/** Labels that say no more than that something has a day. */
const isGeneric = ({ label }: SubjectField): boolean =>
  wordsOfLabel(label).every(({ folded }) => ['date', 'day', 'when', 'time', 'datum'].includes(folded));

/** The same for a field that holds years as numbers. */
function yearOf({ days: { operator }, year }: Time): { operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; value: number } {
  const isBeyond = operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte';
  return { operator: isBeyond ? operator : 'eq', value: Number(year) };
}
