import type { Filters } from '../../../schemas/queries.ts';
import { contentOf, wordsOf } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import { endBeside, readBeside, saidBy, yesOf } from './choices.ts';
import { takeExclusion, takeJoint } from './exclusions.ts';
import type { Line } from './line.ts';
import { opposite } from './opposites.ts';
import { isDate, isNumber, type SubjectField } from './named.ts';

/** Words that begin a value. They stand for the value only if no other begins with them. */
export interface Beginning {
  readonly field: string;
  readonly words: string;
}

interface Cells {
  readonly filters: Filters;
  readonly beginnings: readonly Beginning[];
  /** The words that name records by title. They may name one record or several. */
  readonly titles: readonly (readonly [from: number, to: number])[];
}

/** A part of a question, and the values of one field that it names. */
interface Named {
  readonly key: string;
  readonly values: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  readonly isExact: boolean;
}

/** The conditions on values that a question names; undefined when a word may name values of several fields. */
export function takeCells(line: Line, fields: readonly SubjectField[], cells: readonly CellNamed[]): Cells | undefined {
  const named: Named[] = [];
  for (const alike of Map.groupBy(cells, ({ start, end }) => `${start} ${end}`).values()) {
    const one = namedBy(line, alike);
    if (!one) return undefined;
    named.push(one);
  }
  const filters: Filters = [];
  for (const [key, some] of Map.groupBy(named, (one) => one.key)) {
    const first = Math.min(...some.map(({ from }) => from));
    const field = fields.find((one) => one.key === key);
    const isNot = key !== 'title' && takeExclusion(line, first, field);
    const found = some.length === 1 ? filterOf(line, some[0]!, fields) : oneOf(line, key, some);
    if (isNot) line.exclude(Math.max(...some.map(({ to }) => endBeside(line, to, field))));
    const filter = found && isNot ? opposite(found) : found;
    if (!filter) return undefined;
    filters.push(filter);
    for (const { from, to } of some) readNamed(line, from, to, field);
  }
  return {
    filters,
    beginnings: named.flatMap((one) => (isBeginning(one) ? { field: one.key, words: commonTo(one) } : [])),
    titles: named.filter((one) => one.key === 'title' && one.isExact).map(({ from, to }) => [from, to] as const),
  };
}

/** The field that the words name. Words in values of two fields are ambiguous, unless they are all of one value. */
function namedBy(line: Line, alike: readonly CellNamed[]): Named | undefined {
  const whole = alike.filter(({ isWhole }) => isWhole);
  const meant = whole.length > 0 ? whole : alike;
  const key = fieldMeant(meant);
  if (key === undefined) return undefined;
  const here = meant.filter(({ fieldKey }) => fieldKey === key);
  return {
    key,
    values: [...new Set(here.map(({ value }) => value))],
    from: line.indexAt(alike[0]!.start),
    to: line.indexAt(alike[0]!.end - 1) + 1,
    isWhole: whole.length > 0,
    isExact: here.some(({ isExact }) => isExact),
  };
}

/** Several fields with the same values in the same records count as one, such as two names of a country. */
function fieldMeant(cells: readonly CellNamed[]): string | undefined {
  const all = [...new Set(cells.map(({ fieldKey }) => fieldKey))];
  const keys = all.length > 1 ? all.filter((key) => key !== 'title') : all;
  const rowsOf = (key: string) =>
    cells
      .flatMap(({ fieldKey, rows = [] }) => (fieldKey === key ? rows : []))
      .toSorted((a, b) => a - b)
      .join();
  const rows = new Set(keys.map(rowsOf));
  return keys.length === 1 || (rows.size === 1 && !rows.has('')) ? keys[0] : undefined;
}

function filterOf(line: Line, named: Named, fields: readonly SubjectField[]): Filters[number] | undefined {
  const { key, values, from, to, isWhole, isExact } = named;
  const isPerson = fields.find((field) => field.key === key)?.type === 'user';
  if (isPerson && values.length > 1) return undefined;
  if (!isExact || (values.length > 1 && !isWhole) || (!isWhole && !isBeginning(named))) line.doubt(from, to);
  return values.length === 1 && (key !== 'title' || isNumbered(values[0]!))
    ? { field: key, operator: 'eq', value: values[0] }
    : { field: key, operator: 'contains', value: commonTo(named) };
}

/** Joins values as in "Norway and Sweden" by "or", because no record has two values of one field. */
function oneOf(line: Line, key: string, some: readonly Named[]): Filters[number] | undefined {
  const values = [...new Set(some.flatMap((one) => one.values))];
  const isPlain = some.every((one) => one.values.length === 1 && one.isExact && one.isWhole);
  if (values.length === 1) return { field: key, operator: 'eq', value: values[0] };
  if (!isPlain || key === 'title' || !areListed(line, some)) return undefined;
  return { field: key, operator: 'in', value: values };
}

/** Whether only "and", "or" and words of grammar stand between them. */
function areListed(line: Line, some: readonly Named[]): boolean {
  const places = some.toSorted((a, b) => a.from - b.from);
  return places.slice(1).every(({ from }, index) => takeJoint(line, places[index]!.to, from));
}

/** Whether the first words of a capitalized name stand for it: "Brightwater" for "Brightwater Ltd". */
const isBeginning = ({ key, values, isWhole, isExact }: Named): boolean =>
  !isWhole && isExact && values.length === 1 && key !== 'title';

/** Reads the words of a value, its kind, and the person in phrases such as "won by Mara". */
function readNamed(line: Line, from: number, to: number, field: SubjectField | undefined): void {
  line.read(from, to);
  readBeside(line, from, to, field);
  if (line.words[from - 1]?.folded === 'by') line.read(from - 1, from);
}

/** A title such as "Sale 12" belongs to one record. A title in words may be part of others. */
const isNumbered = (title: string): boolean => /\d/.test(title);

/** The first words of the values, as many as the question names, in the values' spelling. */
function commonTo({ values, from, to }: Named): string {
  const [value] = values as [string];
  const words = wordsOf(value);
  return value.slice(words[0]!.start, words[Math.min(to - from, words.length) - 1]!.end);
}

const saysNone = /^(?:none|no|n\/?a|nothing|[-–—])$/iu;

const lacking =
  /\b(?:(?:have|has|with) no|without(?: an?| any)?|no|missing|lack(?:s|ing)?(?: an?)?|do not have an?)(?= )/u;

/** Reads "date" behind the label of a date: "no paid date". */
function readDate(line: Line, field: SubjectField, from: number): void {
  const place = line.words.findIndex(
    ({ folded }, at) =>
      at > line.wordsBefore(from) && line.isLeft(at) && /^(?:date|day)$/u.test(folded) && !line.isLeft(at - 1),
  );
  if (isDate(field) && place > 0) line.read(place, place + 1);
}

interface Lacking {
  readonly filters: Filters;
  /** Keys of the numbers that may be empty or 0. */
  readonly zeros: readonly string[];
  /** Keys of the texts that may be empty or say that there is none. */
  readonly nones: readonly string[];
  /** Keys of the numbers that are asked for, which 0 may mean the lack of. */
  readonly somes: readonly string[];
}

const nothing: Lacking = { filters: [], zeros: [], nones: [], somes: [] };

/**
 * Takes conditions on empty values: "Which deals have no owner?". The phrase "no red cards" matches empty values and 0.
 */
export function takeEmpty(line: Line, fields: readonly SubjectField[]): Lacking {
  const match = lacking.exec(line.text);
  if (!match) return nothing;
  const [from, behind] = line.wordsIn(match);
  const field = fields.find(({ label }) => line.findLabel(contentOf(wordsOf(label)), behind)?.[0] === behind);
  if (!field) return nothing;
  const [, end] = line.findLabel(contentOf(wordsOf(field.label)), behind)!;
  line.read(from, end);
  readDate(line, field, match.index);
  const isNo = { field: field.key, operator: 'eq', value: false } as const;
  if (field.type === 'checkbox') return { ...nothing, filters: [isNo] };
  const yes = yesOf(field);
  if (yes !== undefined) return { ...nothing, filters: [saidBy(line, field, yes, false, [from, end])] };
  doubtNone(line, field, from, behind);
  const isEmpty = { field: field.key, operator: 'is_empty' } as const;
  const nones = field.type === 'text' ? [field.key] : [];
  if (!isNumber(field) || /missing|lack/.test(match[0])) return { filters: [isEmpty], zeros: [], nones, somes: [] };
  const orZero = { or: [isEmpty, { field: field.key, operator: 'eq' as const, value: 0 }] };
  return { filters: [orZero], zeros: [field.key], nones, somes: [] };
}

/** Doubts words of a field whose choices say that there is none. */
function doubtNone(line: Line, { options }: SubjectField, from: number, to: number): void {
  if (options?.choices?.some(({ label }) => saysNone.test(label))) line.doubt(from, to);
}

const having = /\b(?:have|has|had|having|with|got)(?: an?| any| some| the)?(?= [^-])/gu;

/** Takes conditions on given values: "How many deliveries have a driver?". A value behind the label asks for something else. */
export function takePresent(line: Line, fields: readonly SubjectField[]): Lacking {
  for (const match of line.text.matchAll(having)) {
    const [from, behind] = line.wordsIn(match);
    const field = fields.find(({ label }) => line.findLabel(contentOf(wordsOf(label)), behind)?.[0] === behind);
    const place = field && line.findLabel(contentOf(wordsOf(field.label)), behind);
    if (!place || isAsked(line, from)) continue;
    const end = isDate(field) && /^(?:date|day)$/u.test(line.words[place[1]]?.folded ?? '') ? place[1] + 1 : place[1];
    const next = line.words[end];
    if (next !== undefined && line.isLeft(end) && !/^(?:and|are|is|were|was|in|do|does|did)$/u.test(next.folded))
      continue;
    line.read(from, end);
    const yes = yesOf(field);
    if (yes !== undefined) return { ...nothing, filters: [saidBy(line, field, yes, true, [from, end])] };
    doubtNone(line, field, from, end);
    const isGiven = { field: field.key, operator: 'is_not_empty' } as const;
    const nones = field.type === 'text' ? [field.key] : [];
    return { filters: [isGiven], zeros: [], nones, somes: isNumber(field) ? [field.key] : [] };
  }
  return nothing;
}

/** Whether "have" belongs to what is asked for: "which companies have a deal", "who has the amount". */
const isAsked = (line: Line, from: number): boolean => /^(?:who|which|what)\b/u.test(line.text) && from < 3;
