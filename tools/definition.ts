import * as z from 'zod';
import type { Tool } from './tool.ts';

type JsonSchema = { type: 'object'; [keyword: string]: unknown };

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Tool['annotations'] & { title: string };
}

/** What a host is told of a tool. Converting schemas takes milliseconds, so it is done once a tool. */
export function definitionOf(tool: Tool): ToolDefinition {
  let definition = definitions.get(tool);
  if (!definition) {
    const { name, title, description, annotations } = tool;
    definition = {
      name,
      title,
      description,
      inputSchema: jsonSchema(tool.input),
      outputSchema: jsonSchema(tool.output),
      annotations: { title, ...annotations },
    };
    definitions.set(tool, definition);
  }
  return definition;
}

const definitions = new WeakMap<Tool, ToolDefinition>();

/** As an input, for then an output may gain fields without breaking clients that validate it. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input', override: dropTruisms });
  return converted as JsonSchema;
}

/** What says no more than that a number is a safe integer, or that keys are texts and values anything, costs a model tokens. */
function dropTruisms({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { minimum, maximum, propertyNames, additionalProperties } = jsonSchema;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (propertyNames && isTold(propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  if (additionalProperties && isTold(additionalProperties, {})) delete jsonSchema.additionalProperties;
}

const isTold = (schema: unknown, as: object) => JSON.stringify(schema) === JSON.stringify(as);
