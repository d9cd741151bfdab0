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
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io: 'input', override: dropIntegerBounds });
  return converted as JsonSchema;
}

/** Bounds that say no more than that a number is a safe integer cost a model tokens. */
function dropIntegerBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
