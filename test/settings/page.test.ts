import { expect, test } from 'vitest';
import { defaultOf } from '../../src/settings/options.ts';
import { flagOf, type Group, keyOf, namesIn, of, type SettingName, variableOf } from '../../src/settings/table.ts';

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`${text}\``;

function rowOf(name: SettingName): string {
  const { help, kind, hasNoFlag, default: value } = of(name);
  const flag = hasNoFlag ? 'none' : code(flagOf(name));
  const usual = defaultOf(name) || (typeof value === 'boolean' ? String(value) : '');
  return row(code(keyOf(name)), flag, code(variableOf(name)), kind.says, usual, help);
}

const table = (...groups: Group[]) =>
  [row('setting', 'flag', 'variable', 'value', 'default', 'what it is'), '|---|---|---|---|---|---|']
    .concat(namesIn(...groups).map(rowOf))
    .join('\n');

const page = `# Settings

This page is made from \`src/settings/table.ts\`; \`npm test -- settings/page -u\` renews it.

A flag goes first, then the variable, then the configuration file, then the default. An empty variable counts as absent.
All mistakes are told at once, and nothing starts.

## A data folder

Every command on a data folder takes these.

${table('folder', 'file')}

## A workspace

\`workspace serve\`, \`workspace work\` and \`workspace mcp\` take these too.

${table('workspace')}

## A database on a server

\`workspace serve\`, \`work\`, \`mcp\` and \`workspace admin move\` take these too. The data folder keeps the address, so other
commands need none: [scale](scale.md).

${table('database')}

## Files in a bucket

\`workspace serve\`, \`work\`, \`mcp\` and \`workspace admin backup\`, \`check\`, \`export\` and \`move\` take these too. Credentials are not
settings: [operations](operations.md#files-in-a-bucket) says where they come from.

${table('blobs')}

## Where it listens

\`workspace serve\` and \`workspace work\` take these.

${table('listening')}

## A gateway

\`workspace serve\` alone takes these.

${table('gateway')}

## The command line

The commands that work on a workspace take these, and \`--data\`. They are not in the configuration file.

${table('client')}

## An agent

\`workspace mcp\` alone takes this, and \`workspace mcp config\` writes it. It is not in the configuration file.

${table('agent')}

## The configuration file

\`--config FILE\` names a file that ends in \`.toml\` or \`.json\`. Its keys are the settings of the first six tables,
without \`config\`. Every command may read the same file, and takes from it what it needs.

\`\`\`toml
data = "/var/lib/workspace"
port = 8787
public-url = "https://work.example.com"
allow-registration = true
allowed-origins = ["https://app.example.com"]
\`\`\`

- Numbers, \`true\` and \`false\` stand without quotes. \`allowed-origins\` and \`trust-proxy\` are lists of strings.
- Unknown keys and wrong values are refused, also where a flag or variable goes first.
- \`data\`, \`model-key-file\`, \`database-file\` and \`key-file\` are relative to the folder of the file. \`~\` is your home folder.
- \`model-key\`, \`key\`, and \`database\` with a password, may stand in a file that only its owner can use: \`chmod 600 FILE\`.
- The commands that work on a workspace take no \`--config\`, and \`data\` of the file does not move them. On a data folder they
  read the other settings from the file that \`WORKSPACE_CONFIG\` names, as they read variables.
- \`mcp config\` writes the path of the file into the block of the host.
`;

test('the page of settings says what the table says', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/settings.md');
});
