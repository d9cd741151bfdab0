import type { FieldError } from '../../schemas/problem-extras.ts';
import { type FieldType, hasChoices } from '../../schemas/fields.ts';
import { stepTo } from '../../schemas/pointer.ts';
import { InvalidValue } from '../query/values.ts';
import {
  cellReader,
  ChoiceGathering,
  ColumnInference,
  type ColumnKind,
  type ColumnName,
  isReadable,
} from './csv-columns.ts';
import { AmountSurvey, type Notation, surveyOf } from './notations/notation.ts';
import { type Suggestion, SuggestionInference } from './notations/suggestions.ts';

/** A type, or the one that is suggested for the column. */
export type WishedType = FieldType | 'suggested';

/** A column of a file that becomes a field. */
export interface Column {
  readonly name: ColumnName;
  /** Takes the next cell that is not empty, or refuses it (`InvalidValue`). */
  add(cell: string, row: number): void;
  /** Whether its cells must be read once more, because all of them together tell how they are written. */
  readonly needsSecondLook: boolean;
  /** Takes each cell once more, or refuses it. */
  lookAgain(cell: string, row: number): void;
  /** Why its cells together do not fit a field. */
  mistake?(): FieldError | undefined;
  kind(): ColumnKind;
  notation(): Notation | undefined;
  /** A type that its cells could have; undefined where nothing is near. */
  suggestion?(): Suggestion | undefined;
}

interface Suggesting {
  readonly isSuggested: boolean;
  readonly takesSuggestion: boolean;
  readonly timeZone: string | undefined;
}

/** A column without a wish, or one that takes the suggested type. */
export class ColumnByCells implements Column {
  readonly name: ColumnName;
  readonly #takesSuggestion: boolean;
  readonly #inference = new ColumnInference();
  readonly #suggestions: SuggestionInference | undefined;
  /** Whether cells were taken for another type before one of them was text. */
  #isLate = false;

  constructor(name: ColumnName, { isSuggested, takesSuggestion, timeZone }: Suggesting) {
    this.name = name;
    this.#takesSuggestion = takesSuggestion;
    if (isSuggested) this.#suggestions = new SuggestionInference(timeZone);
  }

  add(cell: string, row: number): void {
    const inference = this.#inference;
    const wasTyped = !inference.isText && !inference.isEmpty;
    inference.add(cell);
    if (!this.#suggestions || !inference.isText) return;
    if (wasTyped) this.#isLate = true;
    if (!this.#isLate) this.#suggestions.add(cell, row);
  }

  get needsSecondLook(): boolean {
    return this.#isLate;
  }

  lookAgain(cell: string, row: number): void {
    if (this.#isLate) this.#suggestions!.add(cell, row);
  }

  suggestion(): Suggestion | undefined {
    return this.#inference.isText ? this.#suggestions?.suggestion() : undefined;
  }

  kind(): ColumnKind {
    return this.#taken()?.kind ?? this.#inference.kind();
  }

  notation(): Notation | undefined {
    return this.#taken()?.notation;
  }

  #taken() {
    const suggestion = this.#takesSuggestion ? this.suggestion() : undefined;
    return suggestion?.kind ? suggestion : undefined;
  }
}

/** A column that is to be of a type, which stands at a path of the request. */
export function columnOfType(name: ColumnName, path: string, type: FieldType, timeZone: string | undefined): Column {
  if (hasChoices(type)) return new ColumnOfChoices(name, type);
  const survey = surveyOf({ type, options: {} }, timeZone);
  return survey ? new WrittenColumn(name, path, type, survey) : new PlainColumn(name, type);
}

/** Why a column cannot be of a type. */
export const unreadable = (type: FieldType): string | undefined =>
  isReadable(type) ? undefined : `cannot be read from a file: import it as text, then add a field of the type ${type}`;

class ColumnOfChoices implements Column {
  readonly name: ColumnName;
  readonly needsSecondLook = false;
  readonly #type: 'select' | 'multi_select';
  readonly #gathering: ChoiceGathering;

  constructor(name: ColumnName, type: 'select' | 'multi_select') {
    this.name = name;
    this.#type = type;
    this.#gathering = new ChoiceGathering(type);
  }

  add(cell: string): void {
    this.#gathering.add(cell);
  }

  lookAgain(cell: string): void {
    this.#gathering.add(cell);
  }

  kind(): ColumnKind {
    return { type: this.#type, options: { choices: this.#gathering.choices() } };
  }

  notation(): undefined {}
}

const emptyField = { number: 0, multiple: false, required: false, fromSource: false, options: {} };

class PlainColumn implements Column {
  readonly name: ColumnName;
  readonly needsSecondLook = false;
  readonly #type: FieldType;
  readonly #read: (cell: string) => unknown;

  constructor(name: ColumnName, type: FieldType) {
    this.name = name;
    this.#type = type;
    this.#read = cellReader({ ...emptyField, ...name, type });
  }

  add(cell: string): void {
    this.#read(cell);
  }

  lookAgain(cell: string): void {
    this.#read(cell);
  }

  kind(): ColumnKind {
    return { type: this.#type, options: {} };
  }

  notation(): undefined {}
}

/** Numbers, amounts, days or times. Their notation is known only after all cells. */
class WrittenColumn implements Column {
  readonly name: ColumnName;
  readonly #path: string;
  readonly #type: FieldType;
  readonly #survey: NonNullable<ReturnType<typeof surveyOf>>;
  #read: ((cell: string) => unknown) | undefined;

  constructor(name: ColumnName, path: string, type: FieldType, survey: NonNullable<ReturnType<typeof surveyOf>>) {
    this.name = name;
    this.#path = path;
    this.#type = type;
    this.#survey = survey;
  }

  add(cell: string): void {
    if (!this.#survey.add(cell)) throw new InvalidValue(this.#survey.expected);
  }

  get needsSecondLook(): boolean {
    return this.#survey.isWritten;
  }

  lookAgain(cell: string): void {
    this.#read ??= cellReader({ ...emptyField, ...this.name, ...this.kind() }, this.notation());
    this.#read(cell);
  }

  mistake(): FieldError | undefined {
    if (this.#type !== 'currency' || this.kind().options.currencyCode !== undefined) return undefined;
    return { path: this.#path, message: codeless };
  }

  kind(): ColumnKind {
    if (!(this.#survey instanceof AmountSurvey)) return { type: this.#type, options: {} };
    return { type: this.#type, options: this.#survey.options };
  }

  notation(): Notation {
    return this.#survey.notation();
  }
}

const codeless =
  'needs a currency code, and no cell names one. Write €13.50 or 13.50 EUR, or import into a Data Set with this field';

export const pathOfType = (header: string) => `/types${stepTo(header)}`;
