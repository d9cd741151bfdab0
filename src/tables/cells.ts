import { hasChoices, isMultiple, numberTypes } from '../../schemas/fields.ts';
import type { CatalogueField } from '../query/catalogue.ts';

type Written = (value: unknown) => string;

/** Writes the values of a field as cells that an import reads as the same values. */
export function cellWriter(field: CatalogueField): Written {
  const { type, options } = field;
  const one = hasChoices(type) ? choiceWriter(field) : numberTypes.has(type) ? numberWriter(options.decimals) : String;
  return isMultiple(field) ? (values) => listCell((values as unknown[]).map(one)) : one;
}

/** A choice is written by its label where the label means it and no other. */
function choiceWriter({ options: { choices = [] } }: CatalogueField): Written {
  const keyOf = new Map(choices.map(({ key, label }) => [label, key]));
  for (const { key } of choices) keyOf.set(key, key);
  const labelOf = new Map(
    choices.filter(({ key, label }) => keyOf.get(label) === key).map(({ key, label }) => [key, label]),
  );
  return (key) => labelOf.get(String(key)) ?? String(key);
}

/** A column of amounts keeps its decimals, unless a value has more. */
const numberWriter =
  (decimals: number | undefined): Written =>
  (value) => {
    const padded = decimals === undefined ? String(value) : Number(value).toFixed(decimals);
    return Number(padded) === value ? padded : String(value);
  };

/** Several values of one cell: `a; b`, or a JSON array where this would be read otherwise. */
function listCell(values: readonly string[]): string {
  const plain = values.join('; ');
  const read = valuesIn(plain);
  return read.length === values.length && read.every((value, place) => value === values[place])
    ? plain
    : JSON.stringify(values);
}

/** The values of a cell: a JSON array of texts, or separated by semicolons, or by commas without a semicolon. */
export function valuesIn(cell: string): string[] {
  return (
    arrayIn(cell) ??
    cell
      .split(cell.includes(';') ? ';' : ',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
  );
}

function arrayIn(cell: string): string[] | undefined {
  if (!cell.startsWith('[')) return undefined;
  try {
    const values: unknown = JSON.parse(cell);
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined;
  } catch {
    return undefined;
  }
}
