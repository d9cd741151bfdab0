import * as z from 'zod';
import { operations } from '../../../schemas/index.ts';
import { resources } from '../../../schemas/resources.ts';

/** The part of JSON Schema that this program uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

export const componentPath = '#/components/schemas/';

export interface ContractSchemas {
  /** The resources, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Input and output of each operation, by a name such as `files.get`. */
  readonly inputs: ReadonlyMap<string, JsonSchema>;
  readonly outputs: ReadonlyMap<string, JsonSchema>;
}

/**
 * The contract as JSON Schema, with resources as named components. Outputs are converted like inputs: only strict
 * objects stay closed. Other outputs may gain fields without breaking clients.
 */
export function contractSchemas(): ContractSchemas {
  const registry = z.registry<{ id: string }>();
  const name = (schema: z.ZodType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  for (const [id, schema] of Object.entries(resources)) name(schema, id);
  for (const { group, name: own, operation } of operations) {
    name(operation.input, `${group}.${own}.input`);
    name(operation.output, `${group}.${own}.output`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `${componentPath}${id}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const schemaOf = (schema: z.ZodType) => plain(schemas[registry.get(schema)!.id] as JsonSchema);
  const of = (side: 'input' | 'output') =>
    new Map(operations.map(({ group, name: own, operation }) => [`${group}.${own}`, schemaOf(operation[side])]));
  return {
    components: Object.fromEntries(Object.entries(resources).map(([id, schema]) => [id, schemaOf(schema)])),
    inputs: of('input'),
    outputs: of('output'),
  };
}

/** Removes keywords that only a standalone schema has. */
const plain = ({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema => schema;

/** Removes fields sent elsewhere in the request, in every alternative. */
export function withoutFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const alternatives = (list: readonly JsonSchema[]) => list.map((one) => withoutFields(one, names));
  const { properties, required, anyOf, oneOf, allOf } = schema;
  const left = required?.filter((name) => !names.has(name)) ?? [];
  const { required: _required, ...others } = schema;
  return {
    ...others,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    }),
    ...(left.length > 0 && { required: left }),
    ...(anyOf && { anyOf: alternatives(anyOf) }),
    ...(oneOf && { oneOf: alternatives(oneOf) }),
    ...(allOf && { allOf: alternatives(allOf) }),
  };
}

/** The fields of an object, or of all its alternatives. */
export function fieldsOf({ properties, anyOf, oneOf, allOf }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const alternatives = [anyOf, oneOf, allOf].flatMap((list) => list ?? []).map(fieldsOf);
  return Object.assign({}, ...alternatives, properties) as Record<string, JsonSchema>;
}
