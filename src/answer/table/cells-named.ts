import { hasChoices, textTypes } from '../../../schemas/field-types.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Work } from '../../turns/turn.ts';
import { bracketsAtEnd } from '../language/ends.ts';
import { otherName } from '../language/lexicon/countries.ts';
import { functionWords } from '../language/lexicon/grammar.ts';
import { stemOf } from '../language/stems.ts';
import type { Cell, Grid, Single, TableField } from './grid.ts';
import { type Token, tokensOf } from './words/words.ts';

/** Cell values of one field that the same words of a question name. */
export interface CellsNamed {
  readonly field: TableField;
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** Values that are these words, but for trailing parentheses. */
  readonly whole: readonly Single[];
  /** Values that hold these words, the whole ones among them. */
  readonly holding: readonly Single[];
  /** Whether the very words stand there, and not only words of the same stem. */
  readonly isExact: boolean;
}

interface Entry {
  readonly field: TableField;
  readonly value: Single;
  readonly tokens: readonly Token[];
  /** Tokens before trailing parentheses. */
  readonly main: number;
}

/** The cells of a field that share most words with a question from one place on. */
interface Longest {
  readonly length: number;
  readonly entries: Map<Single, { readonly whole: boolean; readonly exact: boolean }>;
}

interface Posting {
  readonly entry: Entry;
  readonly position: number;
}

/** Finds the cells of a grid by the words in them. */
export class CellIndex {
  readonly #postings = new Map<string, Posting[]>();

  readonly #grid: Grid;
  #isRead = false;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  *#read(): Work<void> {
    if (this.#isRead) return;
    this.#isRead = true;
    for (const field of this.#grid.fields) {
      if (!isNamed(field)) continue;
      for (const [value, text] of texts(field, this.#grid.columns.get(field.key)!)) {
        this.#add(field, value, text.slice(0, mostRead));
        yield;
      }
    }
  }

  #add(field: TableField, value: Single, text: string): void {
    const tokens = tokensOf(text);
    const brackets = bracketsAtEnd(text, '(', ')') ?? bracketsAtEnd(text, '[', ']') ?? text.length;
    const main = tokens.filter(({ start }) => start < brackets).length || tokens.length;
    const entry = { field, value, tokens, main };
    for (const [position, { stem }] of tokens.entries()) {
      const postings = this.#postings.get(stem);
      if (postings) postings.push({ entry, position });
      else this.#postings.set(stem, [{ entry, position }]);
    }
  }

  /** The longest spans of the question that name cells of each field. */
  named(question: readonly Token[]): CellsNamed[] {
    const work = this.naming(question);
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  }

  /** The same, while others go on. */
  *naming(question: readonly Token[]): Work<CellsNamed[]> {
    yield* this.#read();
    const found: CellsNamed[] = [];
    for (const from of question.keys()) found.push(...(yield* this.#from(question, from)));
    const ofField = Map.groupBy(found, ({ field }) => field);
    return found.filter(
      (one) =>
        !ofField
          .get(one.field)!
          .some(
            (other) =>
              other !== one &&
              other.from <= one.from &&
              other.to >= one.to &&
              other.to - other.from > one.to - one.from,
          ),
    );
  }

  /**
   * The cells that contain a word. If there are none, a country stands for its demonym, and a demonym for its country.
   */
  #places({ text, stem }: Token): readonly (Posting & { readonly isOtherName?: true })[] {
    const found = this.#postings.get(stem);
    const other = found ? undefined : otherName.get(text);
    if (other === undefined) return found ?? [];
    return (this.#postings.get(stemOf(other)) ?? []).map((posting) => ({ ...posting, isOtherName: true }));
  }

  *#from(question: readonly Token[], from: number): Work<CellsNamed[]> {
    const best = new Map<TableField, Longest>();
    for (const { entry, position, isOtherName } of this.#places(question[from]!)) {
      yield;
      const length = isOtherName ? 1 : commonLength(question, from, entry.tokens, position);
      const whole = position === 0 && (length === entry.main || length === entry.tokens.length);
      if (!isTelling(question, from, length, whole)) continue;
      const known = best.get(entry.field);
      if (known && known.length > length) continue;
      const exact = isOtherName || isSame(question, from, entry.tokens, position, length);
      const here: Longest = known?.length === length ? known : { length, entries: new Map() };
      best.set(entry.field, here);
      here.entries.set(entry.value, { whole: whole || (here.entries.get(entry.value)?.whole ?? false), exact });
    }
    return Array.from(best, ([field, { length, entries }]) => {
      const exactly = [...entries].filter(([, { exact }]) => exact);
      const kept = exactly.length > 0 ? exactly : [...entries];
      return {
        field,
        from,
        to: from + length,
        whole: kept.filter(([, { whole }]) => whole).map(([value]) => value),
        holding: kept.map(([value]) => value),
        isExact: exactly.length > 0,
      };
    });
  }
}

/** Characters of a cell by whose words it is found. */
const mostRead = limits.question;

/** Whether people know its values by the words in them. */
export const isNamed = ({ type }: TableField): boolean => textTypes.has(type) || hasChoices(type);

/** The different values of a column as a person sees them. */
function texts({ options }: TableField, cells: readonly Cell[]): Map<Single, string> {
  const labels = new Map(options?.choices?.map(({ key, label }) => [key, label]));
  const found = new Map<Single, string>();
  for (const value of cells.flat()) {
    if (value !== undefined && !found.has(value)) found.set(value, labels.get(value as string) ?? String(value));
  }
  return found;
}

function commonLength(question: readonly Token[], from: number, cell: readonly Token[], position: number): number {
  let length = 1;
  while (from + length < question.length && question[from + length]!.stem === cell[position + length]?.stem)
    length += 1;
  while (length > 1 && functionWords.has(question[from + length - 1]!.text) && position + length < cell.length)
    length -= 1;
  return length;
}

function isSame(
  question: readonly Token[],
  from: number,
  cell: readonly Token[],
  position: number,
  length: number,
): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    if (question[from + offset]!.text !== cell[position + offset]!.text) return false;
  }
  return true;
}

function isTelling(question: readonly Token[], from: number, length: number, whole: boolean): boolean {
  const words = question.slice(from, from + length);
  const telling = words.some(({ text }) => !functionWords.has(text) && (text.length > 1 || whole));
  return telling && (whole || !functionWords.has(words[0]!.text));
}
