import { isLongerThan } from '../../../schemas/common.ts';
import type { FieldType } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import { encode, InvalidValue } from '../../query/values.ts';
import { type Amount, amountIn } from './amounts.ts';
import { AmountSurvey, DaySurvey, type Notation, type Survey } from './notation.ts';
import type { ColumnKind } from '../csv-columns.ts';
import { quoted } from '../quoted.ts';

/** A type that fits every cell of a text column, with an example. Otherwise the reason why none fits. */
export type Suggestion =
  | { readonly kind: ColumnKind; readonly notation: Notation; readonly cell: string; readonly reason?: undefined }
  | { readonly kind?: undefined; readonly reason: string };

type Found = Pick<Extract<Suggestion, { kind: ColumnKind }>, 'kind' | 'notation'>;

/** A type that cells of text may be of. */
interface Reading {
  readonly type: FieldType;
  /** Whether the cell reads as the type. */
  add(cell: string): boolean;
  /** The kind of a column of such cells, or the reason why it has none. */
  found(): Found | string | undefined;
}

interface Candidate {
  readonly reading: Reading;
  read: number;
  /** The first cell that does not fit. */
  stranger?: { readonly cell: string; readonly row: number };
}

/**
 * Finds the type that a text column could have, if its owner agrees. It must fit every filled cell. A type that fits
 * few cells is soon given up.
 */
export class SuggestionInference {
  #candidates: Candidate[];
  #filled = 0;
  #first = '';

  constructor(timeZone: string | undefined) {
    this.#candidates = readings(timeZone).map((reading) => ({ reading, read: 0 }));
  }

  add(cell: string, row: number): void {
    if (cell === '') return;
    this.#filled += 1;
    if (this.#filled === 1) this.#first = cell;
    if (this.#candidates.length === 0) return;
    for (const candidate of this.#candidates) {
      if (candidate.reading.add(cell)) candidate.read += 1;
      else candidate.stranger ??= { cell, row };
    }
    if (this.#filled >= triedCells) this.#candidates = this.#candidates.filter((one) => this.#isLikely(one));
  }

  #isLikely({ read, reading }: Candidate): boolean {
    return reading instanceof Choices ? read === this.#filled : read * 2 > this.#filled;
  }

  suggestion(): Suggestion | undefined {
    if (this.#filled === 0) return undefined;
    for (const { reading, read } of this.#candidates) {
      const found = read === this.#filled ? reading.found() : undefined;
      if (typeof found === 'string') return { reason: found };
      if (found) return { ...found, cell: this.#first };
    }
    return this.#nearest();
  }

  #nearest(): Suggestion | undefined {
    const likely = this.#candidates.filter((one) => !(one.reading instanceof Choices) && this.#isLikely(one));
    const [nearest] = likely.sort((one, other) => other.read - one.read);
    if (!nearest?.stranger) return undefined;
    const { reading, read, stranger } = nearest;
    const verb = this.#filled - read === 1 ? 'does' : 'do';
    return {
      reason: `${this.#filled - read} of ${this.#filled} cells ${verb} not read as ${reading.type}, first ${quoted(stranger.cell)} in row ${stranger.row}`,
    };
  }
}

const triedCells = 100;

/** In the order of their precedence. */
const readings = (timeZone: string | undefined): Reading[] => [
  new Words(),
  new Amounts('currency', ({ currencyCodes }) => currencyCodes !== undefined),
  new Amounts('percent', ({ isPercent }) => isPercent),
  new Amounts('number', () => true),
  new Days('date'),
  new Days('date_time', timeZone),
  new Addresses('url', /^https?:\/\//i),
  new Addresses('email', /@/),
  new Choices(),
];

class Words implements Reading {
  readonly type = 'checkbox';

  add(cell: string): boolean {
    return /^(?:yes|no|true|false)$/i.test(cell);
  }

  found(): Found {
    return { kind: { type: this.type, options: {} }, notation: {} };
  }
}

class Amounts implements Reading {
  readonly type: 'currency' | 'percent' | 'number';
  readonly #isMeant: (amount: Amount) => boolean;
  readonly #survey: AmountSurvey;

  constructor(type: Amounts['type'], isMeant: (amount: Amount) => boolean) {
    this.type = type;
    this.#isMeant = isMeant;
    this.#survey = new AmountSurvey(type);
  }

  add(cell: string): boolean {
    const amount = amountIn(cell);
    return amount !== undefined && this.#isMeant(amount) && this.#survey.addAmount(amount);
  }

  found(): Found | string {
    return foundBy(this.#survey, { type: this.type, options: this.#survey.options });
  }
}

class Days implements Reading {
  readonly type: 'date' | 'date_time';
  readonly #survey: DaySurvey;

  constructor(type: Days['type'], timeZone?: string) {
    this.type = type;
    this.#survey = new DaySurvey(type, timeZone);
  }

  add(cell: string): boolean {
    return this.#survey.add(cell);
  }

  found(): Found | string {
    return foundBy(this.#survey, { type: this.type, options: {} });
  }
}

const foundBy = (survey: Survey, kind: ColumnKind): Found | string =>
  survey.doubt ?? { kind, notation: survey.notation() };

class Addresses implements Reading {
  readonly type: 'url' | 'email';
  readonly #beginning: RegExp;
  readonly #field;

  constructor(type: Addresses['type'], beginning: RegExp) {
    this.type = type;
    this.#beginning = beginning;
    this.#field = {
      number: 0,
      key: type,
      label: type,
      type,
      multiple: false,
      required: false,
      fromSource: false,
      options: {},
    };
  }

  add(cell: string): boolean {
    if (!this.#beginning.test(cell)) return false;
    try {
      return encode(this.#field, cell) !== null;
    } catch (error) {
      if (error instanceof InvalidValue) return false;
      throw error;
    }
  }

  found(): Found {
    return { kind: { type: this.type, options: {} }, notation: {} };
  }
}

/** Few short texts, each of which is seen often. */
class Choices implements Reading {
  readonly type = 'select';
  readonly #counts = new Map<string, number>();

  add(cell: string): boolean {
    const count = this.#counts.get(cell) ?? 0;
    if (count === 0 && (this.#counts.size === limits.suggestedChoices || !isShortLine(cell))) return false;
    this.#counts.set(cell, count + 1);
    return true;
  }

  found(): Found | undefined {
    const counts = [...this.#counts.values()];
    const cells = counts.reduce((sum, count) => sum + count, 0);
    const isOften =
      counts.length === 1
        ? cells >= limits.suggestedOnlyChoiceCells
        : counts.every((count) => count >= 2) && cells >= counts.length * limits.suggestedChoiceCells;
    if (!isOften) return undefined;
    const choices = Array.from(this.#counts.keys(), (key) => ({ key, label: key }));
    return { kind: { type: this.type, options: { choices } }, notation: {} };
  }
}

const isShortLine = (cell: string): boolean =>
  !isLongerThan(cell, limits.suggestedChoice) && !/\p{Cc}/u.test(cell) && cell.trim() === cell;
