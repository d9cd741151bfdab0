import { isSameWord, type Word } from '../language/words.ts';
import { isHead } from '../plain/counted.ts';
import { Line } from '../plain/line.ts';
import { isDate, isGroup, isNumber, mainDate, ownFields, type SubjectField } from '../plain/named.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { dateMeant, type FieldNamed, fieldsNamed, labelOf, levels, speaksOf } from './fields.ts';
import { roleNouns, roles, turning } from './lexicon.ts';
import type { Mention } from './values.ts';

/** A question beside one table: its words, what they name, and how much of them is accounted for. */
export class Scene {
  readonly line: Line;
  readonly subject: Subject;
  readonly cells: readonly CellNamed[];
  readonly fields: readonly SubjectField[];
  readonly dates: readonly SubjectField[];
  readonly named: readonly FieldNamed[];
  /** The question in folded words, as nothing was read of it. */
  readonly whole: string;
  mentions: readonly Mention[] = [];
  score = 0;
  /** Whether a part may be put together in several ways. */
  isUnclear = false;

  constructor(words: readonly Word[], subject: Subject, cells: readonly CellNamed[]) {
    this.line = new Line(words, subject.called);
    this.subject = subject;
    this.cells = cells;
    this.fields = ownFields(subject);
    this.dates = this.fields.filter(isDate);
    this.named = fieldsNamed(this.line, subject);
    this.whole = this.line.text;
  }

  /** The names of fields of which nothing was read. */
  left(): FieldNamed[] {
    return this.named.filter(({ from, to }) =>
      Array.from({ length: to - from }, (_, at) => from + at).every((at) => this.line.isLeft(at)),
    );
  }

  fieldOf(key: string): SubjectField | undefined {
    return this.fields.find((field) => field.key === key);
  }

  /** The date that the question speaks of, or else that of the records. */
  date(): SubjectField | undefined {
    return dateMeant(this.line, [0, 0], this.dates, mainDate(this.dates));
  }

  /** Reads all words that speak of a field that the answer uses. */
  use(field: SubjectField): void {
    const own = this.named.filter((one) => one.field === field);
    for (const [at, word] of this.line.words.entries()) {
      if (!this.line.isLeft(at) || !speaksOf(word, field)) continue;
      this.line.read(at, at + 1, 'field');
      if (own.length === 0) this.score += weights.spoken;
    }
    for (const { from, to } of own)
      for (let at = from; at < to; at += 1) if (this.line.isLeft(at)) this.line.read(at, at + 1, 'field');
    if (own.length > 0) this.score += weights.spoken * (1 + Math.max(...own.map(({ level }) => level)));
  }

  /** Reads the verbs of people's roles: "who sold", "who handled". */
  useRoles(): void {
    for (const [at, { folded }] of this.line.words.entries())
      if (this.line.isLeft(at) && (roles.some(([, verbs]) => verbs.test(folded)) || roleNouns.test(folded)))
        this.line.read(at, at + 1, 'owning');
  }

  /** Reads the words that turn a condition round. */
  readNegations(from: number, to: number): void {
    for (let at = Math.max(0, from - 6); at < Math.min(this.line.words.length, to + 4); at += 1) {
      const { folded } = this.line.words[at]!;
      if (turning.has(folded) || /n['’]t$/u.test(folded)) this.line.read(at, at + 1, 'condition');
    }
  }

  /** Whether a word stands for the records. */
  namesRecords(word: Word): boolean {
    const [first] = this.fields;
    const isOfFirst = first !== undefined && !isNumber(first) && !isDate(first);
    return (
      isHead(word, this.subject) ||
      this.subject.called.has(word.root) ||
      (isOfFirst && labelOf(first).some((one) => isSameWord(word, one) && !turning.has(one.folded)))
    );
  }

  /** The same of a word that is not also the label of another field. */
  isOfRecords(at: number): boolean {
    const isLabel = this.named.some(
      ({ field, from, level }) => from === at && level === levels.label && isGroup(field),
    );
    return this.namesRecords(this.line.words[at]!) && !isLabel;
  }
}

/** How much each part says that a question is about this table. */
export const weights = {
  spoken: 0.6,
  value: 3,
  flag: 2,
  amount: 1,
  time: 0.5,
  records: 1,
  unread: -2,
  verb: -0.5,
} as const;
