import { isSameWord, spelledApart, type Word, wordsOf } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { readAsked } from './asking.ts';
import { type Conditions, takeConditions } from './conditions.ts';
import { Line, type Rule } from './line.ts';
import { isDate, isNumber, rootsOfLabel, type SubjectField } from './named.ts';
import { planFor } from './planning/planner.ts';
import { records } from './patterns.ts';
import type { Plan } from './plans.ts';
import { wordsOfPlace } from '../subjects/whereabouts.ts';
import { mayBeIgnored } from './doubt/unread.ts';

/** A plan that accounts for every word of a question. */
export interface Planned extends Plan {
  /** Words that are ambiguous. */
  readonly unsure: readonly string[];
  /** Words that the plan ignores. */
  readonly unread: readonly string[];
}

/**
 * Reads a question whose every word means something in a table: counts, sums, averages, extremes, groups, rankings, lists
 * and look-ups. Undefined as soon as a word may mean two things. A word may be left only where the reading is `isLenient`.
 */
export function planOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
  isLenient = false,
): Planned | undefined {
  const line = new Line(words, subject.called);
  if (line.has(/\b(?:in a row|and all|or not|or otherwise|no matter)\b/u)) return undefined;
  takePlaces(line, subject, cells);
  while (line.take(asides, 'list'));
  line.take(listing, 'list');
  const having = line.take(asHaving, 'list');
  if (having) line.doubt(...line.wordsIn(having));
  const isNamed = takeNumberedName(line, subject);
  const conditions = takeConditions(line, subject, cells, today);
  if (!conditions) return undefined;
  // "Still" says nothing more of what is so, and means something of its own elsewhere.
  if (conditions.filters.length > 0) line.take(/\bstill\b/u, 'list');
  takeRestriction(line, conditions, subject);
  takePace(line, subject);
  const asked = readAsked(line, subject, conditions, isNamed);
  if (line.isExclusionOpen || namesRecordsTwice(line, subject)) line.doubtAll('condition');
  const plan = planFor(line, subject, conditions, asked);
  const left = plan ? line.left(new Set([...always, ...(plan.rests ?? [])])) : [];
  if (!plan || (left.length > 0 && !(isLenient && mayBeIgnored(left, line, plan, subject)))) return undefined;
  return { ...plan, unsure: line.unsure(), unread: left.map(({ text }) => text) };
}

/** Reads "in the table". "On the table" is also said of what is discussed, where no records are spoken of. */
function takePlaces(line: Line, subject: Subject, cells: readonly CellNamed[]): void {
  const isOfRecords = line.words.some(({ root }) => records.has(root));
  for (const word of wordsOfPlace(line.words, subject, cells)) {
    const at = line.words.indexOf(word);
    line.read(at, at + 1, 'list');
    if (word.folded === 'on' && !isOfRecords) line.doubt(at, at + 3);
  }
}

/** Words beside conditions that may say more than these: "only", and "due" where a day is one of them. */
function takeRestriction(line: Line, { filters }: Conditions, { fields }: Subject): void {
  if (filters.length === 0) return;
  const days = new Set(fields.filter(isDate).map(({ key }) => key));
  const hasDay = filters.some((filter) => 'field' in filter && days.has(filter.field));
  for (const pattern of [/\b(?:only|just|yet|but)\b/u, ...(hasDay ? [/\bdue\b/u] : [])]) {
    const match = line.take(pattern, 'list');
    if (match) line.doubt(...line.wordsIn(match));
  }
}

/** Reads "a month" where a number is called monthly, with a doubt. */
function takePace(line: Line, { fields }: Subject): void {
  const match = /\b(?:an?|per|each|every) (hour|day|week|month|year)\b/u.exec(line.text);
  if (!match) return;
  const unit = match[1]!;
  const paces = new Set([unit, `${unit}ly`, unit === 'day' ? 'daily' : 'annual']);
  const isPaced = ({ label }: SubjectField) =>
    wordsOf(spelledApart(label)).length > 1 && wordsOf(spelledApart(label)).some(({ folded }) => paces.has(folded));
  if (!fields.some((field) => isNumber(field) && isPaced(field))) return;
  const place = line.wordsIn(match);
  line.read(...place, 'list');
  line.doubt(...place);
}

/** Each time the records may have conditions of their own: "customers with disputed invoices have paid invoices". */
const namesRecordsTwice = (line: Line, { heads }: Subject): boolean =>
  line.words.filter((word, at) => line.ruleOf(at) === 'table' && heads.some((head) => isSameWord(word, head))).length >
  1;

/** Phrases that change nothing. */
const asides =
  /\b(?:so far|to date|in the (?:table|list)|right now|at the moment|currently|actually|ever|as well|in (?:my|our) list|(?:just |only )?(?:the )?names(?: only)?(?= $)|(?:which|what) ones?(?: (?:is|are|was|were) (?:it|that|they|those|these))?|what (?:is|are|was|were) (?:it|they|those)|exactly(?! (?:\d|one|two|three)))\b/u;
/** Usually a polite phrase. It may also ask about the asker's own records. */
const asHaving = /\b(?:(?:do|did) i have|have i got)\b/u;
const listing = /^(?:list|show|give|find|display|name(?= (?:the|all|every)\b))(?= )/u;
/** The rules that every plan rests on. */
const always: readonly Rule[] = ['condition', 'amount', 'field', 'table', 'list'];

/** Reads a name with a number as the table. The year of "Sales 2024" is not a condition. */
function takeNumberedName(line: Line, { name }: Subject): boolean {
  const place = /\d/.test(name) ? line.find(rootsOfLabel(name)) : undefined;
  if (!place || place[1] - place[0] !== wordsOf(name).length) return false;
  line.read(...place, 'table');
  return true;
}
