import { readdir } from 'node:fs/promises';
import type { Tool } from '@modelcontextprotocol/client';
import { getEncoding } from 'js-tiktoken';
import { beforeAll, expect, test } from 'vitest';
import { tools as declared } from '../../tools/index.ts';
import { connectHost } from '../support/hosts.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'all');
/** The formatter leaves what is in `__snapshots__` as it was written. */
const folder = 'definitions/__snapshots__';
const names = declared.filter(({ group }) => group !== 'earlier').map((tool) => tool.name);
let definitions: Map<string, Tool>;

beforeAll(async () => {
  const { tools } = await host.client.listTools();
  definitions = new Map(tools.map((tool) => [tool.name, tool]));
});

test.each(names)('the definition of %s is as it was', async (name) => {
  const definition = `${JSON.stringify(definitions.get(name), null, 2)}\n`;
  await expect(definition).toMatchFileSnapshot(`${folder}/${name}.json`);
});

test('there is a definition on file of every tool, and of no other', async () => {
  const files = await readdir(new URL(folder, import.meta.url));
  expect(files.sort()).toEqual(names.map((name) => `${name}.json`).sort());
});

test('the definitions of all default tools together stay under 9,000 tokens', async () => {
  const usual = await connectHost(host.dataFolder, []);
  const { tools } = await usual.client.listTools();
  await usual.client.close();
  const tokens = getEncoding('o200k_base').encode(JSON.stringify(tools)).length;
  expect(tokens).toBeLessThan(9_000);
});

test.each(names)('%s has a title, all annotations, and its schemas', (name) => {
  const { title, description, annotations, inputSchema, outputSchema } = definitions.get(name)!;
  expect({ title, description }).toEqual({
    title: expect.stringMatching(/\w/),
    description: expect.stringMatching(/\.$/),
  });
  expect(annotations).toEqual({
    readOnlyHint: expect.any(Boolean),
    destructiveHint: expect.any(Boolean),
    idempotentHint: expect.any(Boolean),
    openWorldHint: false,
  });
  expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  const answersInBlocks = name === 'workspace_file_content';
  expect(outputSchema).toEqual(answersInBlocks ? undefined : expect.objectContaining({ type: 'object' }));
});

test.each(names)('the output schema of %s names its first level and no more', (name) => {
  const { properties = {} } = (definitions.get(name)!.outputSchema ?? {}) as { properties?: object };
  for (const property of Object.values(properties)) expect(Object.keys(property as object)).toEqual(['type']);
});

test.each(names)('%s describes every parameter', (name) => {
  const { properties = {} } = definitions.get(name)!.inputSchema;
  const undescribed = Object.entries(properties).filter(
    ([, schema]) => !(schema as { description?: string }).description,
  );
  expect(undescribed.map(([parameter]) => parameter)).toEqual([]);
});

test.each(names)('%s takes an idempotency key exactly when it changes something', (name) => {
  const { inputSchema, annotations } = definitions.get(name)!;
  expect('idempotencyKey' in (inputSchema.properties ?? {})).toBe(!annotations?.readOnlyHint);
});
