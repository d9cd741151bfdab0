import { limits } from '../../../schemas/limits.ts';
import { functionWords } from '../language/lexicon/grammar.ts';
import { highestWords, lowestWords, superlatives } from '../language/lexicon/meanings.ts';
import { months } from '../language/lexicon/numbers.ts';
import type { Atom } from './atom.ts';
import { askedIn, type Asked } from './asked.ts';
import { baseOf, isDated, type Single, type TableField } from './grid.ts';
import type { Reading } from './reading.ts';
import type { Scene } from './scene.ts';
import { tokensOf } from './words/words.ts';

/** Evidence for or against a reading, in readable names. */
export interface Description {
  /** Evidence, each piece with one weight. */
  readonly clues: readonly string[];
  /** Properties of the reading. Each pair of a trait and a trigger of the question has a weight. */
  readonly traits: readonly string[];
}

/** The trigger that every question has. */
export const anyQuestion = 'any question';

/** The words and word pairs of a question that may call for a kind of reading. Numbers become `#`. */
export function triggersOf(scene: Scene): string[] {
  const { tokens } = scene;
  const words = tokens.map(({ text, isOrdinal, number }) =>
    number === undefined || /^[a-z]/.test(text) ? text : isOrdinal ? '#th' : '#',
  );
  const found = new Set([anyQuestion, ...words]);
  for (const [index, word] of words.entries()) {
    if (index > 0) found.add(`${words[index - 1]} ${word}`);
  }
  found
    .add(`begins: ${words[0] ?? ''}`)
    .add(`begins: ${words.slice(0, 2).join(' ')}`)
    .add(`ends: ${words.at(-1) ?? ''}`);
  const { by, noun } = askedIn(tokens);
  const head = noun.at(-1);
  const number = head === undefined ? 'nothing' : /[^su]s$/.test(tokens[head]!.text) ? 'many' : 'one';
  const isField = [...scene.columns.values()].some((column) => head !== undefined && column.tokens.has(head));
  const isCell = scene.atoms.some(
    ({ kind, from, to }) => kind !== 'not' && head !== undefined && from <= head && head < to,
  );
  const what = scene.namesTable.has(head ?? -1) ? 'the table' : isField ? 'a field' : isCell ? 'a cell' : 'no field';
  found.add(`asks: ${by}, ${number}`).add(`asks: for ${number}`).add(`asks: ${by}, ${what}`).add(`asks: for ${what}`);
  return [...found];
}

interface Notes extends Description {
  readonly clues: string[];
  readonly traits: string[];
  readonly add: (clue: string) => void;
}

/** Describes the readings of one question; what they share is worked out once. */
export class Describer {
  readonly #scene: Scene;
  readonly #asked: Asked;
  /** The field that names a row. A question such as "which deal …" asks for its values. */
  readonly #rowName: TableField | undefined;
  readonly #question: string;
  readonly #telling: readonly number[];
  readonly #cells: readonly Atom[];
  readonly #families = new Map<string, Map<string, string>>();
  readonly #known = new Map<string, Notes>();
  readonly #atoms: ReadonlyMap<Atom, number>;
  readonly #inQuestion = new Map<Single, boolean>();
  readonly #labels = new Map<string, readonly string[]>();

  constructor(scene: Scene) {
    this.#scene = scene;
    const { by, noun } = askedIn(scene.tokens);
    const ofFields = new Set([...scene.columns.values()].flatMap(({ tokens }) => [...tokens]));
    const isOfTable = (index: number) => scene.namesTable.has(index) && !ofFields.has(index);
    this.#asked = { by, noun: noun.filter((index) => !isOfTable(index)) };
    this.#rowName = noun.length > 0 && isOfTable(noun.at(-1)!) ? scene.shown[0] : undefined;
    this.#question = ` ${scene.tokens.map(({ text }) => text).join(' ')} `;
    this.#telling = scene.tokens.flatMap(({ text }, index) =>
      functionWords.has(text) || scene.namesTable.has(index) ? [] : [index],
    );
    this.#atoms = new Map(scene.atoms.map((atom, index) => [atom, index]));
    this.#cells = scene.atoms.filter(({ kind }) => kind === 'cell');
    for (const { key, label } of scene.fields) {
      this.#labels.set(
        key,
        tokensOf(label)
          .filter(({ text }) => !functionWords.has(text) && !/\d/.test(text))
          .map(({ stem }) => stem),
      );
    }
  }

  /** `values` are what the reading answers, undefined where it was not tried. */
  describe(reading: Reading, values: readonly Single[] | undefined): Description {
    const { rule, target, by, group, atoms } = reading;
    const family = rule.split('.')[0]!;
    const own = this.#notes(family);
    own.traits.push(rule);
    const shared: Description[] = [];
    if (target) shared.push(this.#once(`target ${target.key}`, family, (notes) => this.#aboutTarget(target, notes)));
    if (by) {
      const key = `order ${rule} ${by.key} ${target?.key ?? ''}`;
      shared.push(this.#once(key, family, (notes) => this.#aboutOrder(by, reading, notes)));
    }
    if (group && group !== target) {
      shared.push(this.#once(`group ${group.key}`, family, (notes) => this.#aboutGroup(group, notes)));
    }
    own.traits.push(`${atoms.length} conditions`, `${rule}, ${atoms.length} conditions`);
    for (const atom of atoms) {
      const key = `condition ${this.#atoms.get(atom)!}`;
      shared.push(this.#once(key, family, (notes) => this.#aboutCondition(atom, notes)));
      this.#aboutPlaceOf(atom, reading, own);
    }
    this.#aboutWords(reading, own);
    if (values) this.#aboutValues(values, reading, own);
    return {
      clues: own.clues.concat(...shared.map(({ clues }) => clues)),
      traits: own.traits.concat(...shared.map(({ traits }) => traits)),
    };
  }

  /** Evidence shared by many readings is computed once. */
  #once(about: string, family: string, write: (notes: Notes) => void): Description {
    const key = `${family} ${about}`;
    let notes = this.#known.get(key);
    if (!notes) {
      this.#known.set(key, (notes = this.#notes(family)));
      write(notes);
    }
    return notes;
  }

  /** Notes each clue twice: alone, and under the name of the family of rules. */
  #notes(family: string): Notes {
    let names = this.#families.get(family);
    if (!names) this.#families.set(family, (names = new Map<string, string>()));
    const known = names;
    const clues: string[] = [];
    const add = (clue: string) => {
      let name = known.get(clue);
      if (name === undefined) known.set(clue, (name = `${family}: ${clue}`));
      clues.push(clue, name);
    };
    return { clues, traits: [], add };
  }

  #isInQuestion(value: Single): boolean {
    let isThere = this.#inQuestion.get(value);
    if (isThere === undefined) {
      isThere = this.#question.includes(` ${wordsOf(value)} `);
      this.#inQuestion.set(value, isThere);
    }
    return isThere;
  }

  #named(field: TableField): string {
    const share = this.#scene.columns.get(field.key)?.share ?? 0;
    return share >= 0.99 ? 'fully' : share >= 0.45 ? 'partly' : share > 0 ? 'hardly' : 'not';
  }

  #aboutTarget(target: TableField, { add, traits, clues }: Notes): void {
    const { columns, shown } = this.#scene;
    const { tokens } = columns.get(target.key)!;
    const head = this.#asked.noun.at(-1);
    const isRowName = target === this.#rowName;
    const isHead = isRowName || (head !== undefined && tokens.has(head));
    const isNoun = isHead || this.#asked.noun.some((index) => tokens.has(index));
    const place = isHead ? 'asked for' : isNoun ? 'in what is asked for' : 'elsewhere';
    const named = isRowName ? 'fully' : this.#named(target);
    add(`target named ${named}${isRowName || tokens.size > 0 ? `, ${place}` : ''}`);
    traits.push(`target ${isHead ? 'asked for' : `named ${named}`}`);
    traits.push(`target ${kindOf(target)}`);
    for (const word of this.#besideNamed(tokens)) add(`target ${word}`);
    if (shown[0] === target) add('target is the first column');
    const position = shown.indexOf(target);
    if (position < 3) traits.push(`target is column ${position + 1}`);
    const best =
      this.#rowName !== undefined ||
      shown.some((other) => other !== target && head !== undefined && columns.get(other.key)!.tokens.has(head));
    if (best && !isHead) add('another field is asked for');
    const word = head === undefined ? this.#asked.by : this.#scene.tokens[head]!.stem;
    for (const stem of this.#labels.get(target.key)!) {
      clues.push(`asks ${word}, shows ${stem}`, `asks by ${this.#asked.by}, shows ${stem}`);
      traits.push(`shows ${stem}`);
    }
  }

  #aboutOrder(by: TableField, { rule, target, body }: Reading, { add, traits }: Notes): void {
    const { columns, fields, tokens } = this.#scene;
    const base = baseOf(by, fields);
    const named = columns.get(by.key)!;
    const kind = isDated(by) ? 'date' : 'number';
    add(`order named ${this.#named(by)}`);
    traits.push(`by ${kind}, named ${this.#named(by)}`);
    if (base !== by) add('order by what text was read as');
    const direction = body.orderBy?.[0]?.direction ?? 'none';
    const before = [...named.tokens].flatMap((index) => [tokens[index - 1]?.text ?? '', tokens[index - 2]?.text ?? '']);
    const beside = before.map((word) => ways.get(word)).find((way) => way !== undefined);
    if (beside) add(`order ${direction}, said after ${beside}`);
    const said = new Set(tokens.map(({ text }) => ways.get(text)).filter((way) => way !== undefined));
    if (!beside) for (const way of said) add(`order ${direction}, ${way} said elsewhere`);
    const whole = ['total', 'average', 'combined', 'difference'].find((word) => before.includes(word));
    if (whole) add(`order said after ${whole}`);
    if (base === target && !rule.startsWith('extreme-value')) add('order is the target');
    const isAsked = this.#asked.noun.some((index) => named.tokens.has(index));
    if (isAsked) add('order is asked for');
    for (const word of this.#besideNamed(named.tokens)) add(`order ${direction} ${word}`);
    for (const stem of this.#labels.get(by.key)!) {
      traits.push(`${direction} by ${stem}`);
    }
  }

  #aboutGroup(group: TableField, { add, traits }: Notes): void {
    const { columns } = this.#scene;
    const head = this.#asked.noun.at(-1);
    const { tokens } = columns.get(group.key)!;
    const isHead = head !== undefined && tokens.has(head);
    add(`group named ${this.#named(group)}${isHead ? ', asked for' : ''}`);
    traits.push(`group ${isHead ? 'asked for' : `named ${this.#named(group)}`}`);
  }

  #aboutCondition(atom: Atom, { add, traits }: Notes): void {
    const { columns, fields, shown, tokens } = this.#scene;
    const { kind, field, from, to, isExact } = atom;
    const base = baseOf(field, fields);
    const named = columns.get(base.key)!;
    add(`where ${kind}, field named ${this.#named(base)}`);
    if (!isExact) add(`where ${kind} by stem`);
    if (kind === 'cell' || kind === 'part') {
      add(`where ${kind} of ${Math.min(to - from, 4)} words`);
      if (atom.value === undefined) add(`where ${kind} with several values`);
      if (/^\d/.test(tokens[from]!.text) && to - from === 1) add(`where ${kind} is a number`);
      const isLabel = fields.some(({ key }) => {
        const label = columns.get(key)!;
        return label.share > 0.9 && span(from, to).every((index) => label.tokens.has(index));
      });
      if (isLabel) add(`where ${kind} is also a field's name`);
      if (shown[0] === base) add(`where ${kind} in the first column`);
    }
    if (base !== field) add(`where ${kind}, read from text`);
    const isNear = [...named.tokens].some((index) => index === from - 1 || index === to);
    if (isNear) add(`where ${kind}, beside the field's name`);
    traits.push(kind === 'compare' ? `where ${atom.comparison}` : `where ${kind}`);
    add(`where ${kind} after ${this.#wordAt(from - 1)}`);
    add(`where ${kind} before ${this.#wordAt(to)}`);
  }

  /** The words on both sides of the first stretch that names a field. */
  #besideNamed(named: ReadonlySet<number>): string[] {
    if (named.size === 0) return [];
    const first = Math.min(...named);
    let last = first;
    while (named.has(last + 1)) last += 1;
    return [`after ${this.#wordAt(first - 1)}`, `before ${this.#wordAt(last + 1)}`];
  }

  /** A word of the question. A number becomes `#`. "the" is skipped backwards to the word before it. */
  #wordAt(index: number): string {
    const token = this.#scene.tokens[index];
    if (!token) return index < 0 ? 'beginning' : 'end';
    if (token.text === 'the') return this.#wordAt(index - 1);
    return token.number !== undefined && /^\d/.test(token.text) ? '#' : token.text;
  }

  #aboutPlaceOf({ kind, field }: Atom, { target, by }: Reading, { add }: Notes): void {
    const { fields } = this.#scene;
    const base = baseOf(field, fields);
    if (base === target) add(`where ${kind} in the target`);
    if (by && base === baseOf(by, fields)) add(`where ${kind} in the order`);
  }

  /** Words and cells of the question that a reading leaves out speak against it. */
  #aboutWords({ atoms, target, by, group, uses }: Reading, { add }: Notes): void {
    const { columns, tokens } = this.#scene;
    const used = new Set<number>(uses);
    for (const { from, to } of atoms) for (let index = from; index < to; index += 1) used.add(index);
    const cells = this.#cells.filter(({ from, to }) => !span(from, to).some((index) => used.has(index)));
    const numbers = this.#telling.filter((index) => tokens[index]!.number !== undefined && !used.has(index)).length;
    for (const field of [target, by, group]) {
      if (field) for (const index of columns.get(field.key)!.tokens) used.add(index);
    }
    for (const { field } of atoms) for (const index of columns.get(field.key)?.tokens ?? []) used.add(index);
    const left = this.#telling.filter((index) => !used.has(index) && tokens[index]!.number === undefined);
    const exact = cells.filter(({ isExact }) => isExact && !columns.get(target?.key ?? '')?.tokens.size).length;
    add(`cells left out: ${Math.min(new Set(cells.map(({ from }) => from)).size, 3)}`);
    if (exact > 0) add('exact cells left out');
    add(`numbers left out: ${Math.min(numbers, 3)}`);
    add(`words left out: ${Math.min(left.length, 6)}`);
    const share = this.#telling.length === 0 ? 0 : left.length / this.#telling.length;
    add(`share of words left out: ${Math.ceil(share * 5)} of 5`);
    for (const index of new Set(left)) add(`left out: ${tokens[index]!.stem}`);
  }

  #aboutValues(values: readonly Single[], reading: Reading, { add, traits }: Notes): void {
    const size = values.length === 0 ? 'nothing' : values.length === 1 ? 'one' : values.length <= 4 ? 'few' : 'many';
    const [first] = values;
    const type = first === undefined ? 'nothing' : answerType(first);
    traits.push(`answers ${size}`, `answers ${type}`);
    if (size !== 'one') traits.push(`${reading.rule} answers ${size}`);
    add(`answers ${size}`);
    if (first === 0) add('answers zero');
    if (first === 1) add('answers 1');
    if (reading.target && values.some((value) => this.#isInQuestion(value))) add('answer stands in the question');
    const { queries } = this.#scene;
    if (queries && reading.rule === 'count.distinct') {
      add(
        queries.matching(reading.body.filters).length === first ? 'as many values as rows' : 'fewer values than rows',
      );
    }
    if (queries && first === queries.grid.rows && reading.rule.startsWith('count') && reading.atoms.length === 0)
      add('counts all rows');
    if (queries && reading.body.operation === 'aggregate') {
      const rows = queries.matching(reading.body.filters).length;
      add(`over ${rows <= 1 ? rows : rows <= 3 ? 'few' : 'many'} rows`);
    }
  }
}

const ofOrder = (direction: 'asc' | 'desc'): string[] =>
  [...superlatives].flatMap(([word, order]) => (order.direction === direction ? [word] : []));
/**
 * The direction of each word. "best" and "fastest" are apart, because they may mean the highest or the lowest value.
 */
const ways: ReadonlyMap<string, string> = new Map([
  ...[...highestWords, ...ofOrder('desc'), 'latest'].map((word) => [word, 'most'] as const),
  ...[...lowestWords, ...ofOrder('asc'), 'earliest', 'bottom'].map((word) => [word, 'least'] as const),
  ...['best', 'fastest', 'quickest'].map((word) => [word, 'best'] as const),
  ...['worst', 'slowest'].map((word) => [word, 'worst'] as const),
]);

const span = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** The words of a value. A value is cut to the length of the longest question. */
const wordsOf = (value: Single): string =>
  tokensOf(String(value).slice(0, limits.question))
    .map(({ text }) => text)
    .join(' ') || '\0';

const kindOf = ({ type }: TableField): string => (type.endsWith('text') ? 'text' : type);

const aDate = new RegExp(String.raw`\d{4}$|^(?:${months.join('|')})\b`, 'i');

function answerType(value: Single): string {
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1_000 && value < 3_000 ? 'year' : 'number';
  if (/^[1-2]\d{3}(?!\d)/.test(value)) return 'year';
  if (/^[-+$€£#]?\d[\d,.]*\D{0,4}$/.test(value)) return 'number';
  if (aDate.test(value)) return 'date';
  return /^\d/.test(value) ? 'text with a number' : 'text';
}
