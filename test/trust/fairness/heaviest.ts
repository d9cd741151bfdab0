import { limits } from '../../../schemas/limits.ts';
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts';
import type { Json } from '../inputs/values.ts';
import type { Random } from '../../support/random.ts';
import { heavyFields, text } from './heavy-pit.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** The sizes of a list and of a text that a schema does not bound. */
const [manyItems, longText] = [50, 2_000];
const conditionsOfOne = 16;

/** Draws inputs as heavy as their schema lets them be: the longest texts, the fullest lists, the deepest nests. */
export class Heaviest {
  readonly #random: Random;
  readonly #components: Components;
  #drawn = 0;

  constructor(random: Random, components: Components) {
    this.#random = random;
    this.#components = components;
  }

  /** Undefined where a field is better left out. */
  of(schema: JsonSchema, name = ''): Json | undefined {
    const meant = this.#meant[name];
    if (meant && schema.type !== 'boolean') return meant(schema);
    if (schema.$ref !== undefined) return this.of(this.#components[schema.$ref.split('/').at(-1)!]!, name);
    if (schema.const !== undefined) return schema.const as Json;
    if (schema.enum) return this.#random.pick(schema.enum as Json[]);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.of(this.#random.pick(alternatives), name);
    switch (schema.type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#list(schema);
      case 'string':
        return schema.pattern === undefined ? text(schema.maxLength ?? longText) : this.#word();
      case 'boolean':
        return this.#random.onceIn(2);
      case 'integer':
      case 'number':
        return schema.maximum ?? this.#random.between(1, 1_000_000);
      default:
        return text(longText);
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema): Json {
    const names = Object.keys(properties).filter((name) => required.includes(name) || !this.#random.onceIn(3));
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.of(properties[name]!, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  #list({ items = {}, maxItems = manyItems }: JsonSchema): Json {
    return Array.from({ length: Number(maxItems) }, () => this.of(items) ?? null);
  }

  /** One that no other is. */
  #word(): string {
    this.#drawn += 1;
    return `x${this.#drawn}x${this.#random.between(0, 1_000_000)}`;
  }

  #fields(most: number): string[] {
    const [from, count] = [this.#random.between(0, heavyFields.length - 1), Math.min(most, heavyFields.length)];
    return Array.from({ length: count }, (_, number) => heavyFields[(from + number) % heavyFields.length]!.key);
  }

  #ofType(...types: readonly string[]): string {
    return this.#random.pick(heavyFields.filter(({ type }) => types.includes(type))).key;
  }

  /** Conditions that are all looked at, of each kind of field. */
  #condition(field: string, operator: string): Json {
    const drawn: readonly (readonly [string, string, Json])[] = [
      [this.#ofType('text', 'long_text'), 'contains', `nothing ${this.#word()}`],
      [this.#ofType('text'), 'in', Array.from({ length: limits.inValues }, () => this.#word())],
      [this.#ofType('number'), 'not_in', Array.from({ length: limits.inValues }, (_, number) => number)],
      [this.#ofType('multi_select'), 'contains', 'choice 1'],
      [this.#ofType('date'), 'between', ['1990-01-01', '2090-01-01']],
    ];
    const [key, comparison, value] = this.#random.pick(drawn);
    return { [field]: key, [operator]: comparison, value };
  }

  #conditions(field: string, operator: string): Json {
    const one = () => this.#condition(field, operator);
    const some = () => Array.from({ length: conditionsOfOne }, one);
    return [{ or: [{ and: some() }, { or: some() }, one()] }, { and: some() }];
  }

  /** Values that a schema does not tell. They make an operation work hard on the things of the hostile users. */
  readonly #meant: Readonly<Record<string, ((schema: JsonSchema) => Json | undefined) | undefined>> = {
    idempotencyKey: () => crypto.randomUUID(),
    cursor: () => undefined,
    sha256: () => undefined,
    types: () => undefined,
    waitSeconds: () => 5,
    tools: () => 'all',
    offset: () => this.#random.pick([0, 500_000]),
    content: () => text(this.#random.pick([limits.markdownBytes, 200_000]), '\n'),
    contentBase64: () => Buffer.from(text(limits.inlineUploadBytes)).toString('base64'),
    file: () => `Row,1\n`.repeat(this.#random.pick([20_000, 700_000])),
    oldText: () => this.#random.pick(['a', 'e', '\n', 'harbour']),
    q: () => text(limits.searchQuery),
    question: () => text(limits.question),
    filters: (schema) =>
      JSON.stringify(schema).includes('ViewFilters')
        ? this.#conditions('fieldKey', 'op')
        : this.#conditions('field', 'operator'),
    groupBy: ({ maxItems }) => this.#fields(this.#random.between(1, Number(maxItems))),
    orderBy: () => [{ field: 'title', direction: 'asc' }],
    sort: () => [{ fieldKey: this.#ofType('text', 'number'), direction: 'asc' }],
    metrics: ({ maxItems }) =>
      Array.from({ length: Number(maxItems) }, () => ({
        alias: this.#word(),
        function: 'count_distinct',
        field: this.#fields(1)[0]!,
      })),
    metric: () => ({ function: 'count_distinct', field: this.#fields(1)[0]! }),
    period: () => ({ fieldKey: this.#ofType('date'), interval: 'day', count: limits.pivotPeriods }),
    rowFieldKeys: ({ maxItems }) => this.#fields(Number(maxItems)),
    columns: () => this.#fields(heavyFields.length),
    cardFieldKeys: () => this.#fields(heavyFields.length),
    groupByFieldKey: () => this.#ofType('select'),
    dateFieldKey: () => this.#ofType('date'),
    endDateFieldKey: () => this.#ofType('date'),
    startFieldKey: () => this.#ofType('date'),
    endFieldKey: () => this.#ofType('date'),
    values: () => Object.fromEntries(heavyFields.map(({ key, value }) => [key, value])),
    fields: ({ items, maxItems }) =>
      items?.type === 'object'
        ? Array.from({ length: Number(maxItems) }, () => ({ key: this.#word(), type: 'text', label: text(300) }))
        : this.#fields(heavyFields.length),
    widgetIds: () => undefined,
    targetType: () => 'channel',
    subjectType: () => 'post',
    titleColumn: () => undefined,
  };
}
