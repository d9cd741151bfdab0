import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts';

/** A tool as hosts are told of it. */
export interface Definition {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}
