import { chmod, link, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { beforeEach, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { executable } from '../support/product.ts';

let cli: CommandLine;

beforeEach(async () => {
  cli = await commandLine();
});

const written = (host: string, ...more: string[]) => cli.run('mcp', 'config', '--host', host, '--write', ...more);

/** A host's file in the project folder before and after a server is added to it. */
async function changed(host: string, path: string, before: string): Promise<string> {
  const file = join(cli.home, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, before);
  expect(await written(host)).toMatchObject({ status: 0, stderr: '' });
  return readFile(file, 'utf8');
}

const entry = { type: 'stdio', command: process.execPath, args: [executable, 'mcp'] };

/** As it stands in a file, two levels deep. */
const lines = (indent: string, eol: string, value: object = entry) =>
  `"workspace-mcp": ${JSON.stringify(value, null, indent)}`
    .split('\n')
    .map((line) => eol + indent.repeat(2) + line)
    .join('');

const odd = '"big": 12345678901234567890, "huge": 1e400, "one": 1.0, "twice": 1, "twice": 2, "b": 0, "1": 0';

test.each([
  ['beside another server', `{\n\t"mcpServers": {\n\t\t"other":   {"n": 1.0}`, '\n\t}\n}', '\t', '\n'],
  [
    'with lines that end in CR and LF',
    `{\r\n    ${odd},\r\n    "mcpServers": {\r\n        "a": {}`,
    '\r\n    }\r\n}\r\n',
    '    ',
    '\r\n',
  ],
  ['after a byte order mark', `\ufeff{\n  ${odd},\n  "mcpServers": {\n    "a": {}`, '\n  },\n  "z": -0\n}', '  ', '\n'],
])('JSON %s is changed in one place alone', async (_what, head, tail, indent, eol) => {
  expect(await changed('claude-code', '.mcp.json', head + tail)).toBe(`${head},${lines(indent, eol)}${tail}`);
});

test('the first server of a file has its object made', async () => {
  const servers = `"mcpServers": {${lines('  ', '\n')}\n  }`;
  expect(await changed('claude-code', '.mcp.json', `{\n  ${odd}\n}\n`)).toBe(`{\n  ${odd},\n  ${servers}\n}\n`);
  expect(await changed('claude-code', '.mcp.json', '{\n  "mcpServers": {}\n}')).toBe(`{\n  ${servers}\n}`);
  expect(await changed('claude-code', '.mcp.json', '{}\n')).toBe(`{\n  ${servers}\n}\n`);
  const oneLine = `{"theme":"dark",${JSON.stringify('mcpServers')}: ${JSON.stringify({ 'workspace-mcp': entry })}}`;
  expect(await changed('claude-code', '.mcp.json', '{"theme":"dark"}')).toBe(oneLine);
});

test('comments stay where the host reads them, and are refused where it does not', async () => {
  const [head, tail] = ['{\n  // mine\n  "servers": {\n    "other": {} /* too */,\n    "a": {}', ',\n  },\n}\n'];
  expect(await changed('vscode', '.vscode/mcp.json', head + tail)).toBe(`${head},${lines('  ', '\n')}${tail}`);
  for (const text of [head + tail, '{"mcpServers": {}, "mcpServers": {}}', '{"mcpServers": 7}', '[]', '{"a": 01}']) {
    await writeFile(join(cli.home, '.mcp.json'), text);
    const { status, stderr } = await written('claude-code');
    const [refusal, ...block] = stderr.split('\n');
    expect({ status, refusal }).toEqual({
      status: 2,
      refusal: expect.stringMatching(/left as it is\. To add by hand:$/),
    });
    expect(JSON.parse(block.join('\n'))).toEqual({ mcpServers: { 'workspace-mcp': entry } });
    expect(await readFile(join(cli.home, '.mcp.json'), 'utf8')).toBe(text);
  }
});

test('TOML is added to with its own ends of lines', async () => {
  const before = '# mine\r\nmodel = "o"  \r\n\r\n';
  const after = await changed('codex', '.codex/config.toml', before);
  expect(after.startsWith(before)).toBe(true);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(parse(after)).toMatchObject({ mcp_servers: { 'workspace-mcp': { args: [executable, 'mcp'] } } });
});

test('several programs that add a server at once all keep theirs', async () => {
  const names = ['na', 'nb', 'nc', 'nd', 'ne', 'nf', 'ng', 'nh'];
  const outcomes = await Promise.all(names.map((name) => written('claude-code', '--name', name)));
  expect(outcomes.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    names.map(() => ({ status: 0, stderr: '' })),
  );
  const { mcpServers } = JSON.parse(await readFile(join(cli.home, '.mcp.json'), 'utf8'));
  expect(Object.keys(mcpServers).toSorted()).toEqual(names);
});

test.each(['constructor', 'toString', 'hasOwnProperty'])('%s is a name like others', async (name) => {
  for (const [host, path] of [
    ['claude-code', '.mcp.json'],
    ['codex', '.codex/config.toml'],
  ] as const) {
    await mkdir(join(cli.home, '.codex'), { recursive: true });
    await writeFile(join(cli.home, path), host === 'codex' ? '[mcp_servers]\n' : '{"mcpServers": {}}');
    expect(await written(host, '--name', name)).toMatchObject({ status: 0, stderr: '' });
    expect((await written(host, '--name', name)).stdout).toContain(' had the server ');
  }
  expect((await written('claude-code', '--name', '__proto__')).status).toBe(2);
});

test('a file keeps its mode and stays behind its link; what cannot be kept so is left as it is', async () => {
  const file = join(cli.home, '.mcp.json');
  const elsewhere = join(cli.home, 'kept.json');
  await writeFile(elsewhere, '{}');
  await chmod(elsewhere, 0o666);
  await symlink('kept.json', file);
  expect((await written('claude-code')).status).toBe(0);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o666);
  expect((await lstat(file)).isSymbolicLink()).toBe(true);

  await chmod(elsewhere, 0o444);
  const refused = await written('claude-code', '--name', 'other');
  expect(refused).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(`${elsewhere} is read-only, and is left as it is. To add by hand:\n{`),
  });

  await chmod(elsewhere, 0o644);
  await link(elsewhere, join(cli.home, 'same.json'));
  expect(await written('claude-code', '--name', 'other')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('hard link'),
  });

  const dangling = join(cli.home, '.vscode', 'mcp.json');
  await mkdir(join(dangling, '..'));
  await symlink('nowhere.json', dangling);
  expect(await written('vscode')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is a link to where nothing is'),
  });
  expect((await lstat(dangling)).isSymbolicLink()).toBe(true);
});

test.each([undefined, ''])('without a folder for settings they are below the home: %j', async (folder) => {
  const bare = await commandLine({ XDG_CONFIG_HOME: folder });
  const { stdout } = await bare.run('mcp', 'config', '--host', 'zed', '--write');
  expect(stdout).toContain(join(bare.home, '.config', 'zed', 'settings.json'));
});
