import fc from 'fast-check';
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts';
import { naughty } from './strings.ts';
import { anything, type Json, verbatim } from './values.ts';

type Path = readonly (string | number)[];

/** A change of one place in a value. */
type Mistake = (value: Json) => Json | undefined;

/** Values of a schema with one mistake each: another type, a missing value, or one too many or too large. */
export function mistaken(values: fc.Arbitrary<Json>, schema: JsonSchema): fc.Arbitrary<Json> {
  const mistake: fc.Arbitrary<Mistake> = fc.oneof(
    { weight: 4, arbitrary: anything.map((other) => () => other) },
    { weight: 2, arbitrary: fc.constant(() => undefined) },
    { weight: 2, arbitrary: fc.tuple(fc.oneof(naughty, fc.string()), anything).map(withKey) },
    { weight: 2, arbitrary: fc.constantFrom(...mostOf(schema)).map(longerThan) },
    { weight: 2, arbitrary: fc.constantFrom<Mistake[]>(asOtherType, wrapped, inOtherCase, repeated) },
    { weight: 1, arbitrary: fc.constantFrom(60, 70, 3_000).map(nested) },
  );
  return fc.tuple(values, fc.nat(), mistake).map(([value, place, change]) => {
    const places = placesIn(value);
    return changed(value, places[place % places.length]!, change) ?? null;
  });
}

function placesIn(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function changed(value: Json, [step, ...rest]: Path, mistake: Mistake): Json | undefined {
  if (step === undefined) return mistake(value);
  const inner = changed((value as Record<string, Json>)[step]!, rest, mistake);
  if (Array.isArray(value)) return value.flatMap((one: Json, at) => (String(at) === step ? (inner ?? []) : [one]));
  const entries = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(
    entries.flatMap(([key, one]) => (key !== step ? [[key, one]] : inner === undefined ? [] : [[key, inner]])),
  );
}

/** Lengths that a schema names as the most, in characters and in items. */
function mostOf(schema: JsonSchema): number[] {
  const lengths = new Set([64, 100, 300, 100_001]);
  JSON.stringify(schema, (key, value: unknown) => {
    if ((key === 'maxLength' || key === 'maxItems') && typeof value === 'number') lengths.add(value);
    return value;
  });
  return [...lengths];
}

const longerThan =
  (most: number): Mistake =>
  (value) =>
    Array.isArray(value)
      ? Array.from({ length: Math.min(most, 1_000) + 1 }, () => value[0] ?? 'a')
      : 'x'.repeat(most + 1);

const withKey =
  ([key, inner]: readonly [string, Json]): Mistake =>
  (value) => {
    if (value === null || typeof value !== 'object') return { [key]: inner };
    const object = Object.fromEntries(Object.entries(value)) as Record<string, Json>;
    Object.defineProperty(object, key, { value: inner, enumerable: true });
    return object;
  };

const nested =
  (depth: number): Mistake =>
  () =>
    verbatim('['.repeat(depth) + ']'.repeat(depth));

const wrapped: Mistake = (value) => [value];
const repeated: Mistake = (value) =>
  Array.isArray(value) ? [...value, ...value] : `${JSON.stringify(value)}${JSON.stringify(value)}`;
const inOtherCase: Mistake = (value) => (typeof value === 'string' ? swapped(value) : JSON.stringify(value));
const swapped = (value: string) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase());

const asOtherType: Mistake = (value) => {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? 0 : Number(value) || false;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
};
