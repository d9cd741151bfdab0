import { groupMarks, sign } from '../../text/written-numbers.ts';
import { currencyCodesOf } from './currencies.ts';

/** The mark before decimals. */
export type DecimalMark = '.' | ',';

/** A cell that is an amount and nothing else. */
export interface Amount {
  /** Its digits and the marks between them. */
  readonly figures: string;
  readonly isNegative: boolean;
  /** The currencies that it may be of. Undefined where it names none. */
  readonly currencyCodes: readonly string[] | undefined;
  readonly isPercent: boolean;
}

const money = "([^\\d\\s.,'’%()+−–-]{1,4}\\.?)?";
const whole = new RegExp(`^${sign}${money}\\s*${sign}(\\d[\\d.${groupMarks}]*)\\s*(?:(%)|${money})$`, 'u');
const mostCharacters = 40;

/** `1,234`, `-€13.50`, `13,50 EUR`, `12 %`; undefined for any other cell. */
export function amountIn(cell: string): Amount | undefined {
  if (cell.length > mostCharacters) return undefined;
  const [found, minus, before, otherMinus, figures, percent, after] = whole.exec(cell.trim()) ?? [];
  if (found === undefined) return undefined;
  const named = before ?? after;
  const currencyCodes = named === undefined ? undefined : currencyCodesOf(named);
  if (named !== undefined && (currencyCodes === undefined || percent || (before && after))) return undefined;
  const isNegative = (minus || otherMinus) !== '';
  return { figures: figures!.trimEnd(), isNegative, currencyCodes, isPercent: percent !== undefined };
}

const figuresBy = (decimals: string, groups: string) =>
  new RegExp(`^(?:0|[1-9]\\d*|[1-9]\\d{0,2}(${groups})\\d{3}(?:\\1\\d{3})*)(?:${decimals}(\\d{1,6}))?$`, 'u');

const pointed = figuresBy('\\.', `[${groupMarks}]`);
const commaed = figuresBy(',', `[.${groupMarks.replace(',', '')}]`);
/** As many as a number holds, and writes back. */
const mostDigits = 15;

/** Figures as a number, and how many decimals they have; undefined where the mark does not stand so. */
export function numberBy(mark: DecimalMark, figures: string): { value: number; decimals: number } | undefined {
  const [found, , decimals = ''] = (mark === '.' ? pointed : commaed).exec(figures) ?? [];
  if (found === undefined) return undefined;
  const digits = figures.replaceAll(/\D/g, '');
  if (digits.length > mostDigits) return undefined;
  const wholeDigits = digits.slice(0, digits.length - decimals.length);
  return { value: Number(`${wholeDigits}.${decimals}`), decimals: decimals.length };
}
