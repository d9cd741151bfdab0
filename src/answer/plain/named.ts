import { dateTypes, type FieldType, isMultiple, numberTypes } from '../../../schemas/fields.ts';
import { bracketsAtEnd } from '../language/ends.ts';
import { listed } from '../language/listed.ts';
import { units } from '../language/lexicon/units.ts';
import { isSameWord, labelWords, spelledApart, type Word } from '../language/words.ts';
import { saysState } from '../subjects/states.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Line, Rule } from './line.ts';

export type SubjectField = Subject['fields'][number] & { readonly derived?: true | undefined };

/** The fields that a question can mean. It cannot mean a record's creation time or a derived field. */
export const ownFields = ({ fields }: Subject): SubjectField[] =>
  (fields as readonly SubjectField[]).filter(
    ({ key, derived, queryable }) =>
      queryable && !derived && !/^(created|updated)_(at|by)$/.test(key) && key !== 'title',
  );

/** Whether a number is a year. Years are neither added up nor compared as amounts. */
export const isYear = ({ type, label }: { type: FieldType; label: string }): boolean =>
  type === 'number' && (/\b(?:years?|seasons?)\b/i.test(label) || tellsYear({ label }));
/** Whether a number has the word for what happened in its year. */
export const tellsYear = ({ label }: { readonly label: string }): boolean =>
  /^(?:founded|established|born)$/i.test(label);
export const isNumber = (field: { type: FieldType; label: string; identifies?: true | undefined }): boolean =>
  numberTypes.has(field.type) && !isYear(field) && !isIdentifier(field) && field.identifies !== true;
/** Whether a number only names a record, such as `Order #` or `Invoice no.` It is neither added up nor compared. */
export const isIdentifier = ({ type, label }: { type: FieldType; label: string }): boolean =>
  type === 'number' && (/[#№]\s*$|\p{L}[\s_-]+(?:no|nr|number|ref|reference)\.?$/iu.test(label) || code.test(label));
/** The labels of codes, which only name something. */
const code =
  /(?:^|[\s_-])(?:id|code|zip|postcode|plz|phone|telephone|fax|barcode|isbn|ean|gtin|upc|sku)\.?$|^(?:zip|post|postal|bar)[\s_-]?code/iu;
export const isDate = ({ type }: { type: FieldType }): boolean => dateTypes.has(type);
/** Whether a field may tell what happened to a record. */
export const tellsEvent = (field: { type: FieldType }): boolean => isDate(field) || field.type === 'checkbox';
/** The date of a record: the only one, or the first that is neither an end nor a limit. */
export const mainDate = (dates: readonly SubjectField[]): SubjectField | undefined =>
  onlyOne(dates) ?? dates.find(({ label }) => !beside.test(label));
const beside =
  /\b(?:due|end|ends|ended|expir\w*|clos\w+|finish\w*|complet\w*|last|next|until|before|birth|born|renew\w*|deadline|paid|returned)\b/iu;
/** Whether a field holds people: users, or names under a label such as `Agent`. */
export const isPerson = ({ type, label }: { type: FieldType; label: string }): boolean =>
  type === 'user' || ((type === 'text' || type === 'select') && personal.test(label));
const personal =
  /^(?:[\p{L} ]+ )?(?:owner|agent|rep|representative|driver|seller|salesperson|assignee|manager|technician|consultant|employee|contact|teacher|coach|doctor|author|clerk|courier|inspector|responsible)$/iu;
/** Whether a field holds people for whom others work, such as `Patient`. */
export const isServed = ({ type, label }: { type: FieldType; label: string }): boolean =>
  (type === 'text' || type === 'select') && served.test(label);
const served =
  /^(?:[\p{L} ]+ )?(?:patient|guest|student|pupil|member|passenger|tenant|visitor|participant|applicant|candidate|player|customer|client|buyer)$/iu;

/** Whether a column has the name of a period, which may also be the period of a date. */
export const isInterval = ({ label }: SubjectField): boolean => /^(?:day|week|month|quarter|year)s?$/i.test(label);

/** Whether "the largest" can refer to the field alone. */
export const isAmount = ({ type, label }: SubjectField): boolean =>
  type === 'currency' || /^(?:amount|value|sum|revenue|turnover|size)$/i.test(label);
/** Whether records can be told apart or grouped by the field. It has one value in each record. */
export const isGroup = (field: SubjectField): boolean => !isNumber(field) && !isMultiple(field) && !isDate(field);

/** The beginning of a label that counts: `# of Employees`, `No. of plants`. */
const shortCount = /^\s*(?:#|№|(?:no|nos|nr|num)\b\.?)\s*of\s+/iu;
/** Whether a label says that it counts. A question for it asks for the figure. */
export const isCounting = ({ label }: { readonly label: string }): boolean =>
  shortCount.test(label) || /^\s*(?:(?:total )?(?:number|count)\s+of\s|[#№]\s*\p{L})|\p{L}\s+count\s*$/iu.test(label);

/** The words of a label without its unit, and without "No. of": `Price per seat`, `Area (km²)`. */
export const wordsOfLabel = (label: string): readonly Word[] => {
  const said = spelledApart(label).replace(shortCount, '');
  const words = labelWords(said);
  const bare = labelWords(withoutUnit(said));
  const named = bare.length > 0 ? bare : words;
  return named.length > 1 && units.has(named.at(-1)!.folded) ? named.slice(0, -1) : named;
};

function withoutUnit(label: string): string {
  const per = /(?<=\p{L})\s+(?:an?|per|in)\s/iu.exec(label)?.index;
  const brackets = bracketsAtEnd(label, '([', ')]');
  return label.slice(0, Math.min(per ?? label.length, brackets ?? label.length));
}

export const rootsOfLabel = (label: string): string[] => wordsOfLabel(label).map(({ root }) => root);

/** How a label is named: by its exact words, by synonyms, or by one of its words. */
const levels = { itself: 2, alike: 1, partly: 0 } as const;

interface Named {
  readonly field: SubjectField;
  readonly place: readonly [from: number, to: number];
  readonly level: number;
  readonly length: number;
}

/**
 * Takes the field whose label is in the unread words from `behind` on, the longest label first. Its words are read,
 * with a doubt when they are not the label's own.
 */
export function takeField(
  line: Line,
  fields: readonly SubjectField[],
  behind = 0,
  rule: Rule = 'field',
): SubjectField | undefined {
  const found = fields
    .flatMap((field) => namedAt(line, field, behind) ?? [])
    .toSorted((a, b) => b.level - a.level || b.length - a.length || a.place[0] - b.place[0]);
  const [best, next] = found;
  if (!best || (best.level === levels.partly && next)) return undefined;
  const isTold = !found.some((other) => other !== best && isAsGood(other, best));
  line.read(...best.place, rule);
  readUnit(line, best, rule);
  if (best.level < levels.itself || !isTold || isPartOfOther(line, best, fields)) line.doubt(...best.place);
  return best.field;
}

/** The place of a field. "Open matters" does not name the date `Opened`. */
function namedAt(line: Line, field: SubjectField, behind: number): Named | undefined {
  const named = placeOf(line, field, behind);
  const isCalled = (word: Word) => line.isCalled(line.words.indexOf(word));
  return named && saysState(line.words, named.place[0], field, isCalled) ? undefined : named;
}

function placeOf(line: Line, field: SubjectField, behind: number): Named | undefined {
  const words = wordsOfLabel(field.label);
  const roots = words.map(({ root }) => root);
  const own = line.findLabel(words, behind);
  if (own) return { field, place: own, level: levels.itself, length: words.length };
  const alike = line.find(roots, behind);
  if (alike) return { field, place: alike, level: levels.alike, length: words.length };
  const parts = roots.length > 1 ? words.filter(({ folded }) => !orders.has(folded)) : [];
  const partly = [parts[0], parts.at(-1)]
    .map((word) => word && line.find([word.root], behind))
    // The "films" of "countries with more than 9 films" are records, and not a part of `First film`.
    .find(
      (place) =>
        place && line.words[place[0]]!.kind !== 'stop' && !(line.isCalled(place[0]) && isNarrowed(line, place[0])),
    );
  return partly && { field, place: partly, level: levels.partly, length: 1 };
}

/** Whether an amount or a condition stands before a word: "9 films", "accepted films". */
const isNarrowed = (line: Line, at: number): boolean => /^(?:amount|condition)$/u.test(line.ruleOf(at - 1) ?? '');

/** Words of a label that are an order by themselves. */
const orders: ReadonlySet<string> = new Set(listed('last first next total top best most number date'));

/** Reads the unit of a field beside its name: "litres" of `Fuel (litres)`, "percent" of `% complete`. */
function readUnit(line: Line, { field, place: [from, to] }: Named, rule: Rule): void {
  if (isNumber(field) && line.isLeft(to) && /^(?:amounts?|values?|sums?)$/u.test(line.words[to]?.folded ?? ''))
    line.read(to, to + 1, rule);
  const begin = /^(?:in|per|an?)$/u.test(line.words[to]?.folded ?? '') ? to + 1 : to;
  for (const at of [begin, from - 1]) {
    const word = line.words[at];
    if (word && line.isLeft(at) && hasUnit(field.label, word.folded))
      line.read(Math.min(at, Math.max(to, at - 1)), at + 1, rule);
  }
}

const signs = [
  ['€', 'eur'],
  ['$', 'usd'],
  ['£', 'gbp'],
  ['%', 'pct'],
] as const;

/** The unit of a field's numbers, if its type or label says one. */
export function unitOf({ label, options }: SubjectField): string | undefined {
  const code = options?.currencyCode?.toLowerCase();
  if (code !== undefined) return units.get(code) ?? code;
  const sign = signs.find(([one]) => label.includes(one));
  if (sign) return sign[1];
  const last = labelWords(spelledApart(label)).findLast(
    ({ folded }) => units.has(folded) || /^k\p{L}{3}$/u.test(folded),
  );
  return last && (units.get(last.folded) ?? last.folded);
}

/** Whether a label has the unit, or a short form of it: `DelayMin` has minutes. */
const hasUnit = (label: string, unit: string): boolean =>
  units.has(unit) &&
  (/^p(?:er)?c/u.test(unit) && label.includes('%')
    ? true
    : labelWords(spelledApart(label)).some(({ folded }) => units.get(folded) === units.get(unit)));

const isAsGood = (one: Named, other: Named): boolean =>
  one.level === other.level && one.length === other.length && one.place[0] === other.place[0];

/** Whether the words also fit another label: "cost per seat" may mean `Price per seat` or `Seats`. */
function isPartOfOther(line: Line, { field, place, length }: Named, fields: readonly SubjectField[]): boolean {
  const named = new Set(line.words.slice(...place).map(({ root }) => root));
  const others = new Set(line.words.filter(({ root }) => !named.has(root)).map(({ root }) => root));
  return fields.some((other) => {
    const roots = rootsOfLabel(other.label);
    return (
      other !== field &&
      roots.length > length &&
      roots.some((root) => named.has(root)) &&
      roots.some((root) => others.has(root))
    );
  });
}

/** All fields that are named, in the order of the question. */
export function takeFields(line: Line, fields: readonly SubjectField[]): SubjectField[] {
  const taken: SubjectField[] = [];
  for (let field = takeField(line, fields); field; field = takeField(line, fields)) {
    if (!taken.includes(field)) taken.push(field);
  }
  return taken;
}

export const looksPlural = (text: string): boolean => /[^s]s$/iu.test(text);

export const onlyOne = <One>(all: readonly One[]): One | undefined => (all.length === 1 ? all[0] : undefined);

/** Whether a field has the name of the records, and so identifies one. */
export const isRecord = ({ label }: SubjectField, { heads }: Subject): boolean =>
  wordsOfLabel(label).every((word) => heads.some((head) => isSameWord(word, head)));

/** Whether the records are people, so that "who" asks for records. */
export const isOfPeople = ({ heads }: Subject): boolean => heads.some(({ folded }) => folded === 'people');
