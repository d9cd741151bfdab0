import fc from 'fast-check';
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts';
import { naughty, text } from './strings.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Input = Readonly<Record<string, Json>>;

export const isInput = (value: Json): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of a name that mean something in the workspace under test, which a schema does not tell. */
export type Known = (name: string) => fc.Arbitrary<Json> | undefined;

/** JSON that stands in a body as it is, since no value is written so: `{"a":1,"a":2}`, `1e999`. */
export const verbatim = (json: string): string => `${mark}${json}${mark}`;
const mark = '\u{f0000}';

/** A value as JSON, with what is said verbatim in its place. */
export const written = (value: unknown): string =>
  JSON.stringify(value).replaceAll(new RegExp(`"${mark}(.*?)${mark}"`, 'gsu'), (_match, json: string) =>
    JSON.parse(`"${json}"`),
  );

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e21, 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const deep = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth);

/** Whatever can stand in JSON, and some that should not. */
export const anything: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom<Json[]>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json) },
  {
    weight: 1,
    arbitrary: fc.dictionary(naughty, fc.constantFrom(1, 'a', null), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '1e999',
        '-1e999',
        '1e-999',
        '-0',
        '9007199254740993',
        '123456789012345678901234567890',
        '0.1e+0001',
        '{"a":1,"a":2}',
        '{"__proto__":{"role":"admin"}}',
        '{"constructor":{"prototype":{"a":1}}}',
        '"\\ud800"',
        ...[10, 63, 65, 500].map((depth) => deep(depth, ['[', ']'])),
        ...[10, 62].map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
      )
      .map(verbatim),
  },
);

/** Values that a schema takes; where it says little, some that only the workspace can judge. */
export function valuesOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>, known: Known) {
  const of = (part: JsonSchema, name: string): fc.Arbitrary<Json> => {
    const own = known(name);
    if (own && part.enum === undefined && part.const === undefined && part.type !== 'array' && part.type !== 'boolean')
      return own;
    if (part.$ref !== undefined) return of(components[part.$ref.split('/').at(-1)!]!, name);
    if (part.const !== undefined) return fc.constant(part.const as Json);
    if (part.enum) return fc.constantFrom(...(part.enum as Json[]));
    const alternatives = part.anyOf ?? part.oneOf;
    if (alternatives) return fc.oneof(...alternatives.map((one) => of(one, name)));
    return ofType(part, name);
  };
  const ofType = (part: JsonSchema, name: string): fc.Arbitrary<Json> => {
    switch (part.type) {
      case 'object':
        return object(part);
      case 'array':
        return list(part, name);
      case 'string':
        return textOf(part);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numberOf(part);
      default:
        return anything;
    }
  };
  const object = ({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<Json> => {
    if (typeof additionalProperties === 'object')
      return fc.dictionary(text, of(additionalProperties, ''), {
        maxKeys: 4,
        noNullPrototype: true,
      });
    const fields = Object.entries(properties).map(([name, part]) => {
      const value = of(part, name);
      return [name, required.includes(name) ? value : sometimes(value)] as const;
    });
    return fc
      .record(Object.fromEntries(fields), { noNullPrototype: true })
      .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as Json);
  };
  const list = ({ items = {}, minItems = 0, maxItems = 50 }: JsonSchema, name: string): fc.Arbitrary<Json> => {
    const item = of(items, name);
    const least = Number(minItems);
    const usual = fc.array(item, { minLength: least, maxLength: Math.max(least, Math.min(Number(maxItems), 3)) });
    if (Number(maxItems) > 250) return usual;
    const full = fc.array(item, { minLength: Number(maxItems), maxLength: Number(maxItems) });
    return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: full });
  };
  return of(schema, '') as fc.Arbitrary<Input>;
}

/** An optional field is left out more often than not: of many fields one mistake is enough. */
export const sometimes = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

function textOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<Json> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fitting = (value: string) => Array.from(value).slice(0, maxLength).join('') || 'a'.repeat(Number(minLength));
  return fc.oneof(
    { weight: 20, arbitrary: text.map(fitting) },
    { weight: 1, arbitrary: fc.constantFrom('x', '😀', '\u0301').map((one) => one.repeat(maxLength)) },
  );
}

function numberOf({ minimum = -1_000, maximum = 100_000 }: JsonSchema): fc.Arbitrary<Json> {
  const least = Number(minimum);
  return fc.oneof(fc.constantFrom(least, maximum), fc.integer({ min: least, max: Math.min(maximum, least + 100) }));
}
