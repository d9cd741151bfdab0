import { isMultiple } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { contentOf, wordsOf } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Line, numberIn, numeral } from './line.ts';
import { isDate, isNumber, onlyOne, ownFields, type SubjectField, takeField } from './named.ts';
import { takeTime } from './times.ts';

export interface Conditions {
  readonly filters: Filters;
  /** Whether a record is picked out by name. */
  readonly names: boolean;
  /** Whether nothing is said of them but a title. */
  readonly isTitle: boolean;
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
  const filters: Filters = [];
  const named = takeCells(line, fields, cells);
  if (!named) return undefined;
  filters.push(...named.filters);
  for (const filter of takeTimes(line, subject, fields, today)) {
    if (!filter) return undefined;
    filters.push(filter);
  }
  filters.push(...takeEmpty(line, fields));
  for (const filter of takeAmounts(line, fields)) {
    if (!filter) return undefined;
    filters.push(filter);
  }
  const chosen = takeChoices(line, fields);
  filters.push(...chosen.filters, ...takeChecked(line, fields));
  const isTitle =
    cells.some(({ fieldKey }) => fieldKey === 'title') && filters.length === 1 && named.filters.length === 1;
  return { filters, names: named.filters.length > 0, isTitle, alternative: chosen.alternative };
}

/** Words that name a value of two fields may mean either, unless one of them is all of the value. */
function takeCells(
  line: Line,
  fields: readonly SubjectField[],
  cells: readonly CellNamed[],
): { filters: Filters } | undefined {
  const filters: Filters = [];
  for (const [, alike] of Map.groupBy(cells, ({ start, end }) => `${start} ${end}`)) {
    const whole = alike.filter(({ isWhole }) => isWhole);
    const meant = whole.length > 0 ? whole : alike;
    const keys = [...new Set(meant.map(({ fieldKey }) => fieldKey))];
    const key =
      keys.length > 1
        ? oneOf(
            keys.filter((one) => one !== 'title'),
            meant,
          )
        : keys[0];
    if (key === undefined) return undefined;
    const values = [...new Set(meant.filter(({ fieldKey }) => fieldKey === key).map(({ value }) => value))];
    const [from, to] = [line.indexAt(alike[0]!.start), line.indexAt(alike[0]!.end - 1) + 1];
    const words = line.words.slice(from, to).map(({ text }) => text);
    line.read(from, to);
    readBeside(
      line,
      from,
      to,
      fields.find((field) => field.key === key),
    );
    filters.push(
      values.length === 1 && (key !== 'title' || isNumbered(values[0]!))
        ? { field: key, operator: 'eq', value: values[0] }
        : { field: key, operator: 'contains', value: commonTo(values, words.length) },
    );
  }
  return { filters };
}

/** A title such as "Sale 12" is its record's alone; one in words may be part of others. */
const isNumbered = (title: string): boolean => /\d/.test(title);

/** Several fields that say the same of the same records, such as two names of a country, are one. */
function oneOf(keys: readonly string[], cells: readonly CellNamed[]): string | undefined {
  const rowsOf = (key: string) =>
    cells
      .flatMap(({ fieldKey, rows = [] }) => (fieldKey === key ? rows : []))
      .toSorted((a, b) => a - b)
      .join();
  const rows = new Set(keys.map(rowsOf));
  return keys.length === 1 || (rows.size === 1 && !rows.has('')) ? keys[0] : undefined;
}

/** "the Starter plan", "stage won": what kind of value it is. */
function readBeside(line: Line, from: number, to: number, field: SubjectField | undefined): void {
  const roots = field ? contentOf(wordsOf(field.label)).map(({ root }) => root) : [];
  for (const at of [from - 1, to]) {
    if (roots.length === 1 && line.words[at]?.root === roots[0] && line.isLeft(at)) line.read(at, at + 1);
  }
}

/** As many first words as the question names, as the values write them. */
function commonTo(values: readonly string[], count: number): string {
  const [value] = values as [string];
  const words = wordsOf(value);
  return value.slice(words[0]!.start, words[Math.min(count, words.length) - 1]!.end);
}

function* takeTimes(line: Line, { fields: all }: Subject, fields: readonly SubjectField[], today: string) {
  const dates = fields.filter(isDate);
  const made = all.find(({ key }) => key === 'created_at');
  for (let time = takeTime(line, today); time; time = takeTime(line, today)) {
    const field =
      takeField(line, dates) ??
      (made && line.take(/\b(?:created|added|made|entered)\b/u) ? made : undefined) ??
      onlyOne(dates);
    yield field && { field: field.key, operator: time.operator, value: time.value };
  }
}

const lacking =
  /\b(?:(?:have|has|with) no|without(?: an?| any)?|no|missing|lack(?:s|ing)?(?: an?)?|do not have an?)\b/u;

/** "Which deals have no owner?" */
function takeEmpty(line: Line, fields: readonly SubjectField[]): Filters {
  if (!line.has(lacking)) return [];
  const behind = line.text.slice(lacking.exec(line.text)!.index).split(' ');
  const field = fields.find(({ label }) => {
    const roots = contentOf(wordsOf(label)).map(({ root }) => root);
    const place = line.find(roots);
    return place !== undefined && behind.slice(1, 5).includes(line.words[place[0]]!.folded);
  });
  if (!field) return [];
  line.take(lacking);
  takeField(line, [field]);
  return [{ field: field.key, operator: 'is_empty' }];
}

const sized = String.raw`(?:worth |of |for |costing |priced |valued )?`;
const comparisons: readonly (readonly [RegExp, 'gt' | 'gte' | 'lt' | 'lte'])[] = [
  [
    new RegExp(
      String.raw`\b${sized}(?:more than|greater than|higher than|larger than|bigger than|over|above|beyond|exceed(?:s|ing)?) (${numeral})`,
      'u',
    ),
    'gt',
  ],
  [
    new RegExp(
      String.raw`\b${sized}(?:less than|lower than|smaller than|fewer than|cheaper than|under|below) (${numeral})`,
      'u',
    ),
    'lt',
  ],
  [new RegExp(String.raw`\b${sized}(?:at least|no less than|minimum of) (${numeral})`, 'u'), 'gte'],
  [new RegExp(String.raw`\b${sized}(?:at most|no more than|up to|maximum of) (${numeral})`, 'u'), 'lte'],
];
const range = new RegExp(String.raw`\b${sized}(?:between|from) (${numeral}) (?:and|to) (${numeral})`, 'u');
const currency = /\b(?:eur|euros?|usd|dollars?|gbp|pounds?|percent)\b/u;

function* takeAmounts(line: Line, fields: readonly SubjectField[]): Generator<Filters[number] | undefined> {
  const numbers = fields.filter(isNumber);
  const fieldOf = () => {
    line.take(currency);
    return takeField(line, numbers) ?? onlyOne(numbers);
  };
  for (let match = line.take(range); match; match = line.take(range)) {
    const field = fieldOf();
    yield field && { field: field.key, operator: 'between', value: [numberIn(match[1]!), numberIn(match[2]!)] };
  }
  for (const [pattern, operator] of comparisons) {
    for (let match = line.take(pattern); match; match = line.take(pattern)) {
      const field = fieldOf();
      yield field && { field: field.key, operator, value: numberIn(match[1]!) };
    }
  }
  yield* takeEqual(line, numbers);
}

/** "from 200 seats": a number beside the label of its field. */
function* takeEqual(line: Line, numbers: readonly SubjectField[]): Generator<Filters[number] | undefined> {
  for (const [index, word] of line.words.entries()) {
    if (
      word.kind !== 'number' ||
      !line.isLeft(index) ||
      /\b(?:top|first|last)$/u.test(line.text.slice(0, line.text.indexOf(word.folded)).trimEnd())
    )
      continue;
    const beside = numbers.find(({ label }) => {
      const [root] = contentOf(wordsOf(label)).map(({ root }) => root);
      return [index - 1, index + 1].some((at) => line.words[at]?.root === root && line.isLeft(at));
    });
    if (!beside) continue;
    line.read(index, index + 1);
    takeField(line, [beside]);
    yield { field: beside.key, operator: 'eq', value: Number(word.root) };
  }
}

interface Chosen {
  readonly field: SubjectField;
  readonly key: string;
  readonly at: number;
  readonly isNot: boolean;
}

function takeChoices(
  line: Line,
  fields: readonly SubjectField[],
): { filters: Filters; alternative?: SubjectField | undefined } {
  const asks = line.has(/^(?:is|are|was|were) /u);
  const joined = line.has(/\bor\b/u);
  const chosen = fields.flatMap((field) => takeChoicesOf(line, field));
  const filters: Filters = [];
  for (const [field, some] of Map.groupBy(chosen, (one) => one.field)) {
    if (asks && joined && some.length > 1) {
      line.take(/\bor\b/u);
      return { filters, alternative: field };
    }
    if (some.length > 1) line.take(/\bor\b/u);
    const keys = some.map(({ key }) => key);
    const isNot = some.some((one) => one.isNot);
    if (isMultiple(field))
      filters.push({ field: field.key, operator: isNot ? 'has_none_of' : 'has_any_of', value: keys });
    else if (keys.length === 1) filters.push({ field: field.key, operator: isNot ? 'neq' : 'eq', value: keys[0] });
    else filters.push({ field: field.key, operator: isNot ? 'not_in' : 'in', value: keys });
  }
  return { filters };
}

function takeChoicesOf(line: Line, field: SubjectField): Chosen[] {
  const chosen: Chosen[] = [];
  const choices = field.options?.choices ?? [];
  const byLength = choices
    .flatMap(({ key, label }) =>
      [...new Set([label, key])].map((text) => ({
        key,
        roots: contentOf(wordsOf(text.replaceAll('_', ' '))).map(({ root }) => root),
      })),
    )
    .toSorted((a, b) => b.roots.length - a.roots.length);
  for (const { key, roots } of byLength) {
    const place = line.find(roots);
    if (!place) continue;
    const isNot = ['not', 'never'].includes(line.words[place[0] - 1]?.folded ?? '');
    line.read(place[0] - (isNot ? 1 : 0), place[1]);
    readBeside(line, place[0], place[1], field);
    if (!chosen.some((one) => one.key === key)) chosen.push({ field, key, at: place[0], isNot });
  }
  return chosen;
}

/** "paid sales", "not paid", "unpaid". */
function takeChecked(line: Line, fields: readonly SubjectField[]): Filters {
  return fields
    .filter(({ type }) => type === 'checkbox')
    .flatMap((field): Filters => {
      const roots = contentOf(wordsOf(field.label)).map(({ root }) => root);
      const place = line.find(roots) ?? line.find(roots.map((root) => `un${root}`));
      if (!place) return [];
      const isNot = line.words[place[0] - 1]?.folded === 'not' || line.words[place[0]]!.folded.startsWith('un');
      line.read(place[0] - (line.words[place[0] - 1]?.folded === 'not' ? 1 : 0), place[1]);
      return [{ field: field.key, operator: 'eq', value: !isNot }];
    });
}
