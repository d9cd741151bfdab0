import type { Filters } from '../../../schemas/queries.ts';
import { events, measures } from '../language/lexicon/events.ts';
import { isSameWord, labelWords, type Word } from '../language/words.ts';
import type { Line } from './line.ts';
import { isDate, isNumber, onlyOne, rootsOfLabel, type SubjectField, wordsOfLabel } from './named.ts';

interface Told {
  readonly field: SubjectField;
  readonly at: number;
}

/** The date that a verb is about: `Start date` of "joined". Its word is read, with a doubt. */
export const takeEvent = (line: Line, fields: readonly SubjectField[]): SubjectField | undefined =>
  takeTold(line, toldBy(line, events, fields, isDate));

/** The number that a verb measures: `Salary` of "earns". Its word is read, with a doubt. */
export const takeMeasured = (line: Line, fields: readonly SubjectField[]): SubjectField | undefined =>
  takeTold(line, toldBy(line, measures, fields, isNumber));

/** Takes "have left": the records whose end has a date. */
export function takeEnded(line: Line, fields: readonly SubjectField[]): Filters {
  const told = toldBy(line, endings, fields, isDate);
  if (!told || line.has(/\b(?:when|first|last|latest|earliest|recent|recently)\b/u)) return [];
  if (fields.some(({ label }) => isInLabel(line, label, told.at))) return [];
  takeTold(line, told);
  return [{ field: told.field.key, operator: 'is_not_empty' }];
}

/** Whether a word is part of the name of a field: "leave days left". */
function isInLabel(line: Line, label: string, at: number): boolean {
  const place = line.findLabel(wordsOfLabel(label));
  return place !== undefined && place[1] - place[0] > 1 && place[0] <= at && at < place[1];
}

/** Whether the records may be over, so that "works" leaves some out. */
export const mayEnd = (fields: readonly SubjectField[]): boolean =>
  fields.some((field) => isDate(field) && isOf(field, events.get('left')!));

const endings = new Map(['left', 'quit', 'resigned', 'departed', 'ended'].map((verb) => [verb, events.get(verb)!]));

const isOf = ({ label }: SubjectField, roots: ReadonlySet<string>): boolean =>
  rootsOfLabel(label).some((root) => roots.has(root));

/** Choices looked at for a verb. Behind them, it counts as one. */
const mostChoices = 1_000;

/** Whether a verb is a choice: "delivered" may be what a record is, not when it was sent. "Sell" may be `Sold`. */
function isChoice(verb: Word, fields: readonly SubjectField[]): boolean {
  const choices = fields.flatMap(({ options }) => options?.choices ?? []);
  return (
    choices.length > mostChoices ||
    choices.some(({ label }) => labelWords(label).some((word) => isSameWord(verb, word)))
  );
}

function toldBy(
  line: Line,
  verbs: ReadonlyMap<string, ReadonlySet<string>>,
  fields: readonly SubjectField[],
  suits: (field: SubjectField) => boolean,
): Told | undefined {
  for (const [at, verb] of line.words.entries()) {
    const labels = verbs.get(verb.folded);
    const field =
      labels && line.isLeft(at) ? onlyOne(fields.filter((one) => suits(one) && isOf(one, labels))) : undefined;
    if (field && !isChoice(verb, fields)) return { field, at };
  }
  return undefined;
}

function takeTold(line: Line, told: Told | undefined): SubjectField | undefined {
  if (!told) return undefined;
  line.read(told.at, told.at + 1, 'field');
  line.doubt(told.at, told.at + 1);
  return told.field;
}
