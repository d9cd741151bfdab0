import { isLongerThan } from '../../schemas/common.ts';
import { freeKey, keyOf } from '../../schemas/field-keys.ts';
import { idTypes } from '../../schemas/field-types.ts';
import {
  type FieldOptions,
  FieldType,
  hasChoices,
  isMultiple,
  numberTypes,
  reservedKeys,
} from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueField } from '../query/catalogue.ts';
import { isDay, millisecondsOf, timestampOf } from '../time/dates.ts';
import { encode, InvalidValue, type Stored } from '../query/values.ts';
import { valuesIn } from './cells.ts';
import { type Notation, writtenReader } from './notations/notation.ts';
import { plainNumber } from './notations/plain-number.ts';

/** The key and label of a column. */
export interface ColumnName {
  readonly key: string;
  readonly label: string;
}

export interface ColumnKind {
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/**
 * Field keys and labels for the headers of a table (CONTRACT section 5). Every key is valid, unique and not reserved.
 */
export function columnNames(headers: readonly string[]): ColumnName[] {
  const taken = new Set(reservedKeys);
  return headers.map((header, index) => {
    const key = freeKey(keyOf(header) ?? `column_${index + 1}`, taken);
    taken.add(key);
    return { key, label: header.trim() === '' ? `Column ${index + 1}` : header };
  });
}

type Candidate = readonly [type: FieldType, holds: (cell: string) => boolean];

/**
 * Infers the type of a column from its cells. The type is the first as which every non-empty cell reads and writes back
 * unchanged. An import therefore never changes what a file says. A type that failed once is not tried again.
 */
export class ColumnInference {
  readonly #candidates: Candidate[] = [
    ['checkbox', isCheckbox],
    ['number', (cell) => this.#isNumber(cell)],
    ['date', isDate],
    ['date_time', isTimestamp],
  ];
  #isPlain = true;
  /** How many decimals every number has; undefined before the first, -1 when they differ. */
  #decimals: number | undefined;
  #isEmpty = true;
  #isLong = false;

  /** Whether no type but text is left. */
  get isText(): boolean {
    return this.#candidates.length === 0;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(cell: string): void {
    if (cell === '') return;
    this.#isEmpty = false;
    this.#isLong ||= isLong(cell);
    for (let index = this.#candidates.length - 1; index >= 0; index -= 1) {
      if (!this.#candidates[index]![1](cell)) this.#candidates.splice(index, 1);
    }
  }

  kind(): ColumnKind {
    const [type] = this.#isEmpty ? [] : (this.#candidates[0] ?? []);
    if (type === undefined) return { type: this.#isLong ? 'long_text' : 'text', options: {} };
    return { type, options: type === 'number' && !this.#isPlain ? { decimals: this.#decimals! } : {} };
  }

  /** Either every number stands as JSON writes it, or every one has the same number of decimals. */
  #isNumber(cell: string): boolean {
    if (!numeral.test(cell)) return false;
    const value = Number(cell);
    const decimals = cell.length - (cell.lastIndexOf('.') + 1 || cell.length);
    this.#isPlain &&= String(value) === cell;
    this.#decimals ??= decimals;
    if (decimals !== this.#decimals || decimals > mostDecimals || value.toFixed(decimals) !== cell) this.#decimals = -1;
    return this.#isPlain || this.#decimals >= 0;
  }
}

const mostDecimals = 15;
const numeral = /^-?\d+(?:\.\d+)?$/;
const longTextCharacters = 300;

const isCheckbox = (cell: string) => cell === 'true' || cell === 'false';
const isDate = (cell: string) => cell.length === 10 && isDay(cell);
const isLong = (cell: string) => cell.length > longTextCharacters || cell.includes('\n') || cell.includes('\r');

function isTimestamp(cell: string): boolean {
  if (cell.length !== 24) return false;
  const time = millisecondsOf(cell);
  return time !== undefined && timestampOf(time) === cell;
}

/** Types that a new column cannot have: a cell does not tell which IDs it may hold. A field of a Data Set does. */
export const isReadable = (type: FieldType): boolean => !idTypes.has(type);

/** Types that a column of a new Data Set may have. */
export const newColumnTypes = FieldType.options.filter(isReadable);

/** Gathers the choices of a column that was said to be a select, in the order of their appearance. */
export class ChoiceGathering {
  readonly #keys = new Set<string>();
  readonly #valuesOf: (cell: string) => string[];

  constructor(type: 'select' | 'multi_select') {
    this.#valuesOf = type === 'select' ? (cell) => [cell] : valuesIn;
  }

  /** Refuses (`InvalidValue`) what can be no choice, and one choice too many. */
  add(cell: string): void {
    if (cell === '') return;
    for (const key of this.#valuesOf(cell)) {
      if (this.#keys.has(key)) continue;
      if (isLongerThan(key, limits.choiceKey))
        throw new InvalidValue(`must have at most ${limits.choiceKey} characters`);
      if (/\p{Cc}/u.test(key)) throw new InvalidValue('must be text on one line');
      if (this.#keys.size >= limits.choices) throw new InvalidValue(`is one more than ${limits.choices} choices`);
      this.#keys.add(key);
    }
  }

  choices(): { key: string; label: string }[] {
    return Array.from(this.#keys, (key) => ({ key, label: key }));
  }
}

/**
 * Reads the cells of a field into the form that its column holds. A notation reads cells as people write them. An empty
 * cell gives null. Throws `InvalidValue`.
 */
export function cellReader(field: CatalogueField, notation?: Notation): (cell: string) => Stored {
  const read = (notation && writtenReader(field, notation)) ?? presentCellReader(field);
  return (cell) => (cell === '' ? null : read(cell));
}

function presentCellReader(field: CatalogueField): (cell: string) => Stored {
  const { type, options } = field;
  if (type === 'text' || type === 'long_text') return (cell) => cell;
  if (numberTypes.has(type)) return readNumber;
  if (type === 'checkbox') return readCheckbox;
  if (!hasChoices(type))
    return isMultiple(field) ? (cell) => encode(field, valuesIn(cell)) : (cell) => encode(field, cell);
  const keyOfLabel = new Map(options.choices?.map(({ key, label }) => [label, key]));
  for (const { key } of options.choices ?? []) keyOfLabel.set(key, key);
  const keyFor = (value: string) => keyOfLabel.get(value) ?? value;
  if (type === 'select') return (cell) => encode(field, keyFor(cell));
  return (cell) => encode(field, valuesIn(cell).map(keyFor));
}

function readNumber(cell: string): number {
  const value = plainNumber(cell);
  if (value === undefined) throw new InvalidValue('must be a number such as -1234.5');
  return value;
}

const checkboxWords = new Map([
  ['true', 1],
  ['yes', 1],
  ['1', 1],
  ['false', 0],
  ['no', 0],
  ['0', 0],
]);

function readCheckbox(cell: string): number {
  const value = checkboxWords.get(cell.toLowerCase());
  if (value === undefined) throw new InvalidValue('must be true or false, yes or no, 1 or 0');
  return value;
}

const control = /\p{Cc}/u;

/** The title that a cell gives. A cell that can be a title is kept as it stands. Else it is one line, cut to its limit; `otherwise` for a cell without text. */
export function titleOf(cell: string, otherwise: string): string {
  if (cell.length <= limits.title && !control.test(cell)) return cell.trim() === '' ? otherwise : cell;
  const title = (control.test(cell) ? cell.replaceAll(/\p{Cc}+/gu, ' ') : cell).trim();
  return (title.length <= limits.title ? title : cut(title)) || otherwise;
}

const cut = (text: string): string =>
  Array.from(text.slice(0, 2 * limits.title))
    .slice(0, limits.title)
    .join('')
    .trimEnd();
