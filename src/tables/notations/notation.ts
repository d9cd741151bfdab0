import { dateTypes, type FieldOptions, type FieldType, numberTypes } from '../../../schemas/fields.ts';
import { InvalidValue, type Stored } from '../../query/values.ts';
import { isDay, millisecondsOf, momentOf } from '../../time/dates.ts';
import { type Amount, amountIn, type DecimalMark, numberBy } from './amounts.ts';
import { type DayOrder, dayIn, momentIn, type Orders } from './days.ts';
import { plainNumber } from './plain-number.ts';

/** How the cells of a column are written. The cells decide it together. */
export interface Notation {
  /** Undefined where nothing decides it, and it matters. */
  readonly decimalMark?: DecimalMark | undefined;
  readonly dayOrder?: DayOrder | undefined;
  /** Whose clock tells the times without an offset. */
  readonly timeZone?: string | undefined;
}

interface Kind {
  readonly type: FieldType;
  readonly options: { readonly currencyCode?: string | undefined };
}

/** Gathers from the cells of a column how they are written. */
export interface Survey {
  /** Whether the cell can be read. A plain one is, as it always was. */
  add(cell: string): boolean;
  /** Whether a cell was there that is not plain. */
  readonly isWritten: boolean;
  /** The mistake of a cell that cannot be read. */
  readonly expected: string;
  notation(): Notation;
  /** Why its cells have no notation in common. */
  readonly doubt: string | undefined;
}

/** Surveys a column that a field is filled from; undefined for a type that has one notation. */
export function surveyOf({ type, options }: Kind, timeZone?: string): AmountSurvey | DaySurvey | undefined {
  if (numberTypes.has(type)) return new AmountSurvey(type, options.currencyCode);
  return dateTypes.has(type) ? new DaySurvey(type, timeZone) : undefined;
}

/** Reads the cells of a field in their notation; undefined for a type that has one notation. Throws `InvalidValue`. */
export function writtenReader({ type, options }: Kind, notation: Notation): ((cell: string) => Stored) | undefined {
  if (numberTypes.has(type)) return amountReader(type, options.currencyCode, notation);
  return dateTypes.has(type) ? dayReader(type, notation) : undefined;
}

/** Amounts of a number, percent or currency field. Without a currency code the one that all cells may be of is the column's. */
export class AmountSurvey implements Survey {
  readonly #type: FieldType;
  readonly #counts = { pointed: 0, commaed: 0, pointOrGroup: 0, commaOrGroup: 0 };
  /** By decimal mark, of every amount; -1 where they differ. */
  readonly #decimals: Partial<Record<DecimalMark, number>> = {};
  #unclear: string | undefined;
  /** A doubt that only a decimal comma brings. */
  #besideComma: string | undefined;
  #codes: Codes;
  isWritten = false;

  constructor(type: FieldType, currencyCode?: string) {
    this.#type = type;
    this.#codes = codesOf(currencyCode);
  }

  /** Undefined where no cell names one, or every cell may be of several. */
  get currencyCode(): string | undefined {
    return this.#codes?.length === 1 ? this.#codes[0] : undefined;
  }

  get expected(): string {
    return expectedAmount(this.#type, this.currencyCode);
  }

  add(cell: string): boolean {
    if (plainNumber(cell) === undefined) return this.addAmount(amountIn(cell));
    const isRead = this.#count(plainAmount(cell));
    if (!isRead && cell.includes('.')) this.#counts.pointed += 1;
    return true;
  }

  /** Takes an amount as people write it. */
  addAmount(amount: Amount | undefined): boolean {
    if (!amount || !isOf(this.#type, this.#codes, amount) || !this.#count(amount)) return false;
    this.#codes = inCommon(this.#codes, amount.currencyCodes);
    this.isWritten = true;
    return true;
  }

  #count(amount: Amount): boolean {
    const { figures } = amount;
    const [point, comma] = [numberBy('.', figures), numberBy(',', figures)];
    if (!point && !comma) return false;
    this.#note('.', point?.decimals ?? -1);
    this.#note(',', comma?.decimals ?? -1);
    if (!comma) this.#counts.pointed += 1;
    else if (!point) this.#counts.commaed += 1;
    else if (point.value !== comma.value) {
      this.#counts[figures.includes('.') ? 'pointOrGroup' : 'commaOrGroup'] += 1;
      this.#unclear ??= amountDoubt(undefined, amount);
      this.#besideComma ??= amountDoubt(',', amount);
    }
    return true;
  }

  #note(mark: DecimalMark, decimals: number): void {
    this.#decimals[mark] = decimals === (this.#decimals[mark] ?? decimals) ? decimals : -1;
  }

  notation(): Notation {
    const { pointed, commaed, pointOrGroup, commaOrGroup } = this.#counts;
    if (pointed > 0) return { decimalMark: '.' };
    if (commaed > 0) return { decimalMark: ',' };
    const isOpen = this.isWritten && (pointOrGroup > 0 || (commaOrGroup > 0 && this.#type !== 'currency'));
    return { decimalMark: isOpen ? undefined : '.' };
  }

  get doubt(): string | undefined {
    if (this.#counts.pointed > 0 && this.#counts.commaed > 0)
      return 'some cells have a comma before their decimals, and others a point';
    if (this.#codes && this.#codes.length > 1)
      return `the amounts may be ${this.#codes.join(' or ')}; no cell names one`;
    const { decimalMark } = this.notation();
    if (decimalMark === undefined) return this.#unclear;
    return decimalMark === ',' ? this.#besideComma : undefined;
  }

  /** The options of a field of such amounts. A column keeps its decimals where every amount has as many. */
  get options(): FieldOptions {
    const decimals = this.#decimals[this.notation().decimalMark ?? '.'] ?? -1;
    const { currencyCode } = this;
    return {
      ...(currencyCode !== undefined && { currencyCode }),
      ...(this.isWritten && decimals > 0 && { decimals }),
    };
  }
}

/** Currencies that amounts may be of. Undefined where nothing names any. */
type Codes = readonly string[] | undefined;

const codesOf = (code: string | undefined): Codes => (code === undefined ? undefined : [code]);

const inCommon = (some: Codes, others: Codes): Codes =>
  some && others ? some.filter((code) => others.includes(code)) : (some ?? others);

const isOf = (type: FieldType, codes: Codes, { currencyCodes, isPercent }: Amount): boolean =>
  (!isPercent || type === 'percent') &&
  (currencyCodes === undefined || (type === 'currency' && inCommon(codes, currencyCodes)?.length !== 0));

function expectedAmount(type: FieldType, code: string | undefined): string {
  if (type === 'currency') return `must be an amount such as ${code ?? 'EUR'} -1234.5`;
  return `must be a number such as ${type === 'percent' ? '12.5 or 12.5%' : '-1234.5'}`;
}

function amountReader(type: FieldType, code: string | undefined, { decimalMark }: Notation) {
  const codes = codesOf(code);
  return (cell: string): Stored => {
    const plain = plainNumber(cell);
    const amount = plain === undefined ? amountIn(cell) : plainAmount(cell);
    if (!amount || !isOf(type, codes, amount)) throw new InvalidValue(expectedAmount(type, code));
    const doubt = amountDoubt(decimalMark, amount);
    if (doubt !== undefined) throw new InvalidValue(doubt);
    if (plain !== undefined && !(decimalMark === ',' && cell.includes('.'))) return plain;
    const value = numberBy(decimalMark ?? '.', amount.figures)?.value;
    if (value === undefined) throw new InvalidValue(expectedAmount(type, code));
    return amount.isNegative && value !== 0 ? -value : value;
  };
}

/** A number that a program writes, as an amount. */
const plainAmount = (cell: string): Amount => ({
  figures: cell.replace(/^[+-]/, ''),
  isNegative: cell.startsWith('-'),
  currencyCodes: undefined,
  isPercent: false,
});

/** Why an amount may be two numbers. Bare figures such as `1.500` are what a program writes, whatever other cells have. */
function amountDoubt(mark: DecimalMark | undefined, { figures, currencyCodes, isPercent }: Amount): string | undefined {
  const [point, comma] = [numberBy('.', figures)?.value, numberBy(',', figures)?.value];
  if (point === undefined || comma === undefined || point === comma) return undefined;
  if (mark === undefined) return doubtOf(figures, point, comma);
  const isBare = currencyCodes === undefined && !isPercent;
  if (mark === '.' || !isBare || !figures.includes('.')) return undefined;
  const commaed = String(point).replace('.', ',');
  return `${figures} may be ${point} or ${comma}, because other cells have a decimal comma; write ${comma} or ${commaed}`;
}

const doubtOf = (cell: string, one: string | number, other: string | number): string =>
  `${cell} may be ${one} or ${other}, and no cell of the column decides which; write it in that form`;

/** Days of a date field, or moments of a date_time field. */
export class DaySurvey implements Survey {
  readonly #type: FieldType;
  readonly #timeZone: string | undefined;
  readonly #counts = { day: 0, month: 0, marked: 0, open: 0 };
  #unclear: string | undefined;
  isWritten = false;

  constructor(type: FieldType, timeZone?: string) {
    this.#type = type;
    this.#timeZone = timeZone;
  }

  get expected(): string {
    return expectedDay(this.#type);
  }

  add(cell: string): boolean {
    if (plainDay(this.#type, cell) !== undefined) return true;
    const read = ordersOf(this.#type, cell);
    if (!read) return false;
    this.isWritten = true;
    if (read.month === undefined) this.#counts.day += 1;
    else if (read.day === undefined) this.#counts.month += 1;
    else if (read.day !== read.month) this.#countOpen(cell, read);
    return true;
  }

  #countOpen(cell: string, read: Orders<string>): void {
    this.#counts[read.isDayFirst ? 'marked' : 'open'] += 1;
    this.#unclear ??= dayDoubt(cell, read);
  }

  notation(): Notation {
    const { day, month, marked, open } = this.#counts;
    const timeZone = this.#timeZone;
    if (day + month > 0) return { dayOrder: day >= month ? 'day' : 'month', timeZone };
    return { dayOrder: marked > 0 || open === 0 ? 'day' : undefined, timeZone };
  }

  get doubt(): string | undefined {
    if (this.#counts.day > 0 && this.#counts.month > 0) return 'some cells have the day first, and others the month';
    return this.notation().dayOrder === undefined ? this.#unclear : undefined;
  }
}

const ordersOf = (type: FieldType, cell: string): Orders<string> | undefined =>
  type === 'date' ? dayIn(cell) : momentIn(cell);

const plainDay = (type: FieldType, cell: string): string | number | undefined =>
  type === 'date' ? (isDay(cell) ? cell : undefined) : millisecondsOf(cell);

const expectedDay = (type: FieldType): string =>
  type === 'date'
    ? 'must be a date such as 2026-10-05'
    : 'must be a time such as 2026-10-05T09:30:00Z, with at most milliseconds';

function dayReader(type: FieldType, { dayOrder, timeZone = 'UTC' }: Notation) {
  return (cell: string): Stored => {
    const plain = plainDay(type, cell);
    if (plain !== undefined) return plain;
    const read = ordersOf(type, cell);
    if (dayOrder === undefined && read?.day !== undefined && read.month !== undefined && read.day !== read.month)
      throw new InvalidValue(dayDoubt(cell, read));
    const written = read && (dayOrder === undefined ? (read.day ?? read.month) : read[dayOrder]);
    const value = written === undefined || type === 'date' ? written : momentOf(written, timeZone);
    if (value === undefined) throw new InvalidValue(expectedDay(type));
    return value;
  };
}

const dayDoubt = (cell: string, { day, month }: Orders<string>): string => doubtOf(cell.trim(), day!, month!);
