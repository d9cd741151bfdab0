import { InvalidValue } from '../../query/values.ts';

const anyNumeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const wholeNumeral = /^[+-]?\d+$/;

/** A number as programs write it; undefined for any other cell. Throws `InvalidValue` for digits that would be lost. */
export function plainNumber(cell: string): number | undefined {
  const value = Number(cell);
  if (!anyNumeral.test(cell) || !Number.isFinite(value)) return undefined;
  if (!Number.isSafeInteger(value) && wholeNumeral.test(cell) && BigInt(value) !== BigInt(cell.replace('+', '')))
    throw new InvalidValue('must have no more digits than a number can hold');
  return value;
}
