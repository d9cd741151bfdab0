import { invalidRequest } from '../../../../schemas/errors.ts';
import { hasChoices, type Operator, operatorsOf } from '../../../../schemas/fields.ts';
import { limits } from '../../../../schemas/limits.ts';
import { stepTo } from '../../../../schemas/pointer.ts';
import type { CatalogueField, Fields } from '../../../query/catalogue.ts';
import { isChoice } from '../../../query/values.ts';
import type { Work } from '../../../turns/turn.ts';
import { choiceNamed } from './choice-names.ts';
import { FieldNames } from './field-names.ts';
import { isPersonName, PeopleNames } from './people-names.ts';

export type Values = Readonly<Record<string, unknown>>;
type Code = 'invalid_request' | 'invalid_values';
/** How filters call the operator, by how they call the field. */
const operatorOf = { field: 'operator', fieldKey: 'op' } as const;
type FieldPart = keyof typeof operatorOf;
type Comparison = Record<FieldPart, string> & Record<'operator' | 'op', Operator> & { readonly value?: unknown };

/**
 * Replaces the names in a request by the keys of fields and choices and the IDs of people. An unknown name stays,
 * and validation refuses it. A record without names is returned itself. Paths are those of the request.
 */
export class RequestNames {
  readonly people = new PeopleNames();
  /** Paths of values by the key of their field, where the request names it otherwise. */
  readonly written = new Map<string, string>();
  readonly #fields: FieldNames;

  constructor(fields: Fields) {
    this.#fields = new FieldNames(fields);
  }

  /** The key of a field that a query names. */
  field(name: string, path: string): string {
    return this.#fields.any(name, path)?.key ?? name;
  }

  fields(names: readonly string[], path: string): string[] {
    return names.map((name, place) => this.field(name, `${path}/${place}`));
  }

  /** The values of a record that stands at a path of the request. */
  *values(values: Values, path: string): Work<Values> {
    if (this.#arePlain(values)) return values;
    const byKey = new Map<string, unknown>();
    for (const [name, value] of Object.entries(values)) {
      const at = `${path}/values${stepTo(name)}`;
      const field = this.#fields.own(name, at);
      const key = field?.key ?? name;
      if (byKey.has(key)) throw invalidRequest(at, `names the field ${key}, which is given already`);
      if (key !== name) this.written.set(`${path}/values/${key}`, at);
      byKey.set(key, field ? this.#value(field, value, at, 'invalid_values') : value);
      yield;
    }
    return Object.fromEntries(byKey);
  }

  *records<Given extends { readonly values?: Values | undefined }>(
    given: readonly Given[],
    path: string,
  ): Work<Given[]> {
    const records: Given[] = [];
    for (const [place, record] of given.entries()) {
      const values = record.values && (yield* this.values(record.values, `${path}/${place}`));
      records.push(values === record.values ? record : { ...record, values });
      yield;
    }
    return records;
  }

  *filters<Filter extends object>(filters: Filter[], path: string, part: FieldPart): Work<Filter[]> {
    return yield* each(filters, path, (filter, at) => this.#filter(filter, at, part));
  }

  *#filter<Filter extends object>(filter: Filter, path: string, part: FieldPart): Work<Filter> {
    for (const group of ['or', 'and'] as const) {
      const members = (filter as { readonly [Group in typeof group]?: Filter[] })[group];
      if (members) return { ...filter, [group]: yield* this.filters(members, `${path}/${group}`, part) };
    }
    const { [part]: name, [operatorOf[part]]: operator, value } = filter as unknown as Comparison;
    const field = this.#fields.any(name, `${path}/${part}`);
    if (!field) return filter;
    const isCompared = value !== undefined && operatorsOf(field).includes(operator);
    const named = isCompared ? this.#value(field, value, `${path}/value`, 'invalid_request') : value;
    return field.key === name && named === value ? filter : { ...filter, [part]: field.key, value: named };
  }

  #value(field: CatalogueField, value: unknown, path: string, code: Code): unknown {
    if (!areNamed(field)) return value;
    if (!Array.isArray(value)) return this.#oneValue(field, value, path, code);
    if (value.length > limits.fieldValues) return value;
    const values = value.map((item, place) => this.#oneValue(field, item, `${path}/${place}`, code));
    return values.every((item, place) => item === value[place]) ? value : values;
  }

  #oneValue(field: CatalogueField, value: unknown, path: string, code: Code): unknown {
    if (typeof value !== 'string') return value;
    return field.type === 'user' ? this.people.idOf(value, path, code) : choiceNamed(field, value, path);
  }

  /** Whether all fields are named by key, and all choices and people by key or ID. */
  #arePlain(values: Values): boolean {
    for (const key of Object.keys(values)) {
      const field = this.#fields.keyed(key);
      if (!field || (areNamed(field) && !isPlain(field, values[key]))) return false;
    }
    return true;
  }
}

/** Whether a value of the field may be a name. */
const areNamed = ({ type }: CatalogueField): boolean => type === 'user' || hasChoices(type);

const isPlain = (field: CatalogueField, value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => isOnePlain(field, item)) : isOnePlain(field, value);

function isOnePlain({ type, options: { choices = [] } }: CatalogueField, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  return type === 'user' ? !isPersonName(value) : isChoice(choices, value);
}

/** Rewrites the items of a list, one after the other. */
export function* each<Item>(
  items: readonly Item[],
  path: string,
  rewrite: (item: Item, path: string) => Work<Item>,
): Work<Item[]> {
  const rewritten: Item[] = [];
  for (const [place, item] of items.entries()) {
    rewritten.push(yield* rewrite(item, `${path}/${place}`));
    yield;
  }
  return rewritten;
}
