import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { definitionOf } from '../../tools/definition.ts';
import { tools } from '../../tools/index.ts';
import type { Tool } from '../../tools/tool.ts';

const page = '../../docs/tools.md';
const marker = 'writes the definitions of tools/. -->\n';

const headings: Readonly<Record<Tool['group'], string>> = {
  default: 'The default tools',
  feed: 'With `--tools feed`',
  records: 'With `--tools records`',
  views: 'With `--tools views`',
  sessions: 'With `--tools sessions`',
  channels: 'With `--tools channels`',
  earlier: 'Names of the first release',
};

/** One tool as a row: required arguments come without a question mark. */
function rowOf(tool: Tool): string {
  const { name, description, inputSchema, annotations } = definitionOf(tool);
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] };
  const input = Object.keys(properties).map((key) => `\`${key}${required.includes(key) ? '' : '?'}\``);
  const kind = annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'replaces' : 'adds or sets';
  const cells = [`\`${name}\``, description, input.join(' '), `${kind}, \`${tool.scope}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}

function groupOf(group: Tool['group']): string {
  const rows = tools.filter((tool) => tool.group === group).map(rowOf);
  return [
    `## ${headings[group]}`,
    '',
    '| tool | what it does | arguments | kind and scope |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

test('the page of the tools ends with their definitions', async () => {
  const written = await readFile(new URL(page, import.meta.url), 'utf8');
  const [introduction, behind] = written.split(marker);
  expect(behind).toBeDefined();
  const groups = (Object.keys(headings) as Tool['group'][]).map(groupOf);
  await expect(`${introduction}${marker}\n${groups.join('\n\n')}\n`).toMatchFileSnapshot(page);
});
