import * as z from 'zod';
import { toldOf } from './apps.ts';
import type { Tool } from './tool.ts';

type JsonSchema = { type: 'object'; [keyword: string]: unknown };

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: Tool['annotations'];
  readonly _meta?: Tool['meta'];
}

/** A tool's definition for hosts. Cached, because converting schemas takes milliseconds. */
export function definitionOf(tool: Tool): ToolDefinition {
  let definition = definitions.get(tool);
  if (!definition) {
    const { name, title, description, annotations, meta } = tool;
    definition = {
      name,
      title,
      description,
      inputSchema: jsonSchema(tool.input),
      ...(!tool.showsBlocks && { outputSchema: outline(jsonSchema(tool.output)) }),
      annotations,
      ...(meta && { _meta: meta }),
    };
    definitions.set(tool, definition);
  }
  return definition;
}

const definitions = new WeakMap<Tool, ToolDefinition>();

/** The same for a host that shows apps. */
export const definitionWithApp = (tool: Tool): ToolDefinition => ({
  ...definitionOf(tool),
  ...(tool.app && toldOf(tool.app)),
});

/** Converted as an input. Outputs may then gain fields without breaking clients that validate. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input', override: dropTruisms });
  return converted as JsonSchema;
}

/**
 * The first level of an output schema: names and types. Hosts check answers with it, and models do without the rest.
 * Some hosts check refusals too, so nothing is required (docs/decisions/tool-definitions.md).
 */
function outline({ type, properties }: JsonSchema): JsonSchema {
  const typesOnly = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => [name, { type: property.type }] as const,
  );
  return { type, properties: Object.fromEntries(typesOnly) };
}

/**
 * Removes keywords that add nothing, because they cost a model tokens. Examples are safe-integer bounds, and keys that
 * are any string.
 */
function dropTruisms({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { minimum, maximum, propertyNames, additionalProperties } = jsonSchema;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (propertyNames && isTold(propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  if (additionalProperties && isTold(additionalProperties, {})) delete jsonSchema.additionalProperties;
}

const isTold = (schema: unknown, as: object) => JSON.stringify(schema) === JSON.stringify(as);
