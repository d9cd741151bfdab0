import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { McpbManifestSchema as Manifest } from '@anthropic-ai/mcpb/schemas/0.4';
import { bundleManifest } from '../../src/packages/bundle.ts';
import type { Project } from '../../src/packages/description.ts';
import { claudeMarketplace, geminiExtension, installLinks } from '../../src/packages/hosts.ts';
import { registryEntry } from '../../src/packages/registry.ts';
import { defaultTools } from '../support/tools.ts';

const project = JSON.parse(await readFile('package.json', 'utf8')) as Project;
const skill = await readFile('src/packages/SKILL.md', 'utf8');

const stdio = { type: 'stdio' };

/** The rules of the registry's schema of 2025-12-11 about what our entry says. */
const registryRules = {
  type: 'object',
  required: ['name', 'description', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+' },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['src'],
        properties: {
          src: { type: 'string', pattern: '^https://', maxLength: 255 },
          mimeType: { enum: ['image/png', 'image/svg+xml'] },
          sizes: { type: 'array', items: { pattern: '^(\\d+x\\d+|any)$' } },
        },
      },
    },
    repository: {
      type: 'object',
      required: ['url', 'source'],
      properties: { url: { type: 'string', pattern: '^https://' }, source: { type: 'string' } },
    },
    packages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'transport'],
        properties: {
          registryType: { enum: ['npm', 'mcpb'] },
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          runtimeHint: { type: 'string' },
          packageArguments: {
            type: 'array',
            items: { required: ['type', 'value'], properties: { type: { enum: ['positional'] } } },
          },
          environmentVariables: {
            type: 'array',
            items: {
              required: ['name'],
              properties: { format: { enum: ['string', 'number', 'boolean', 'filepath'] } },
            },
          },
        },
        if: { properties: { registryType: { const: 'mcpb' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- A word of JSON Schema.
        then: { required: ['fileSha256'] },
        else: { required: ['version'] },
      },
    },
  },
};

test('the entry of the registry keeps its rules, and carries the name that the package has', () => {
  const entry = registryEntry(project, 'a'.repeat(64));
  const validate = new Ajv({ strict: false }).compile(registryRules);
  expect([validate(entry), validate.errors]).toEqual([true, null]);
  expect([entry.name, entry.version]).toEqual([project.mcpName, project.version]);
});

test.each([
  ['a name without an owner', { name: 'workspace-mcp' }],
  ['a long description', { description: 'a'.repeat(101) }],
  ['no version', { version: undefined }],
  ['the newest version', { packages: [{ registryType: 'npm', identifier: 'a', version: 'latest', transport: stdio }] }],
  ['a bundle without a digest', { packages: [{ registryType: 'mcpb', identifier: 'a', transport: stdio }] }],
  ['an icon over http', { icons: [{ src: 'http://example.com/icon.png' }] }],
])('the rules of the registry refuse %s', (_what, changed) => {
  const entry = JSON.parse(JSON.stringify({ ...registryEntry(project, 'a'.repeat(64)), ...changed })) as object;
  expect(new Ajv({ strict: false }).compile(registryRules)(entry)).toBe(false);
});

test('the manifest of the bundle is one of version 0.4', () => {
  expect(Manifest.safeParse(bundleManifest(project)).error).toBeUndefined();
});

test('the plugin and the extension start this version, and bring the skill', () => {
  const start = { command: 'npx', args: ['-y', `workspace-mcp@${project.version}`, 'mcp'] };
  const claude = claudeMarketplace(project, skill);
  const gemini = geminiExtension(project, skill);
  const { plugins } = JSON.parse(claude['.claude-plugin/marketplace.json']!) as { plugins: [{ source: string }] };
  const plugin = plugins[0].source.replace('./', '');
  for (const text of [claude[`${plugin}/.mcp.json`], gemini['gemini-extension.json']]) {
    expect(JSON.parse(text!)).toMatchObject({ mcpServers: { 'workspace-mcp': start } });
  }
  expect([claude[`${plugin}/skills/workspace/SKILL.md`], gemini['skills/workspace/SKILL.md']]).toEqual([skill, skill]);
});

test('the skill names tools that every host is given, and says when it is of use', () => {
  const [, front] = /^---\n([^]*?)\n---\n/.exec(skill)!;
  const { name, description } = Object.fromEntries(front!.split('\n').map((line) => line.split(/: (.*)/)));
  expect([name, description!.length < 1024]).toEqual(['workspace', true]);
  const named = new Set([...skill.matchAll(/`(workspace_\w+)`/g)].map(([, tool]) => tool!));
  const given = new Set<string>(defaultTools);
  expect([...named].filter((tool) => !given.has(tool))).toEqual([]);
  expect(named.size).toBeGreaterThan(15);
});

test('the links of the README install the package', async () => {
  const readme = await readFile('README.md', 'utf8');
  for (const link of Object.values(installLinks(project))) expect(readme).toContain(link);
});
