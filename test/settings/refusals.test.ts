import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { runWorkspace, temporaryFolder } from '../support/product.ts';
import { accepts, fileOf, jsonOf, mistakesOf, setVariable } from './configuration.ts';

const secret = 'planted-key';

const whole = (least: number, most: number) => `must be a whole number from ${least} to ${most}`;
const host = 'must be a host name or address, without protocol, port or brackets';
const unquoted = 'must be a number, without quotes';
const quoted = 'must be a string, in quotes';
const list = 'must be a list of strings, such as ["a", "b"]';

describe('of each wrong value in a file it says where it stands and what it must be:', () => {
  test.each<[what: string, wrong: [toml: string, said: string][]]>([
    [
      'types',
      [
        ['data = 5', quoted],
        ['host = true', quoted],
        ['port = "8787"', unquoted],
        ['public-url = ["http://work.test"]', quoted],
        ['allow-registration = "true"', 'must be true or false, without quotes'],
        ['allow-client-documents = 1', 'must be true or false, without quotes'],
        ['allowed-origins = "https://app.test"', list],
        ['trust-proxy = [10]', list],
        ['rate-limit = false', unquoted],
        ['metrics = true', 'must be a port, "HOST:PORT" or "off"'],
        ['query-seconds = { a = 1 }', unquoted],
        ['log-level = 1979-05-27', quoted],
      ],
    ],
    [
      'values',
      [
        ['data = ""', 'must name a folder'],
        ['host = ""', host],
        ['port = 80.5', whole(0, 65_535)],
        ['public-url = "ftp://here"', 'must be an http or https URL'],
        ['allowed-origins = ["https://app.test/page"]', 'must be origins such as https://app.example.com'],
        ['trust-proxy = ["10.0.0.0/40"]', 'must be addresses or networks such as 10.0.0.0/8'],
        ['rate-limit = inf', whole(0, 999_999_999)],
        ['metrics = "here"', 'must be PORT, HOST:PORT or off'],
        ['query-seconds = 0', whole(1, 9_999)],
        ['model-key-file = "nowhere"', 'must name a file that can be read'],
        ['log-level = "loud"', 'must be one of trace, debug, info, warn, error, fatal, silent'],
      ],
    ],
    [
      'further values',
      [
        ['host = "127.0.0.1:80"', host],
        ['port = -1', whole(0, 65_535)],
        ['public-url = "https://u:p@work.test"', 'must have no credentials, query or fragment'],
        ['allowed-origins = ["https://a.test,https://b.test"]', 'must be origins such as https://app.example.com'],
        ['rate-limit = nan', whole(0, 999_999_999)],
        ['metrics = 9090.5', 'must be PORT, HOST:PORT or off'],
      ],
    ],
  ])('%s', async (_, wrong) => {
    const file = await fileOf(wrong.map(([toml]) => `${toml}\n`).join(''));
    const said = wrong.map(([toml, said]) => `${toml.split(' ')[0]} in ${file} ${said}`);
    expect(await mistakesOf(file)).toEqual(said);
  });

  test('null in JSON is not a value', async () => {
    const file = await jsonOf({ data: null, port: null });
    expect(await mistakesOf(file)).toEqual([`data in ${file} ${quoted}`, `port in ${file} ${unquoted}`]);
  });

  test('settings of a model that do not go together', async () => {
    expect(await mistakesOf(await fileOf('model = "m"'))).toEqual([
      '--model-url (WORKSPACE_MODEL_URL) must say where the model is',
    ]);
    const file = await fileOf('model-url = "http://127.0.0.1:9"');
    expect(await mistakesOf(file)).toEqual([
      `--model (WORKSPACE_MODEL) must name the model that model-url in ${file} has`,
    ]);
  });
});

test('all mistakes are told at once, of the file, the environment and the flags', async () => {
  const file = await fileOf('port = 70000\nprot = 80\n[serve]\nhost = "h"\n');
  setVariable('RATE_LIMIT', '-1');
  const lines = await mistakesOf(file, '--log-level', 'loud');
  expect(lines.sort()).toEqual([
    expect.stringMatching(/^--log-level \(WORKSPACE_LOG_LEVEL\) must be one of/),
    expect.stringMatching(/^--rate-limit \(WORKSPACE_RATE_LIMIT\) must be a whole number/),
    expect.stringContaining(`${file} has unknown settings: "prot", "serve". Known settings: data, host, port, `),
    `port in ${file} ${whole(0, 65_535)}`,
  ]);
});

test('a list is separated by commas where it is a flag', async () => {
  expect(await mistakesOf(await fileOf(''), '--trust-proxy', '10.0.0.1 10.0.0.2')).toEqual([
    '--trust-proxy (WORKSPACE_TRUST_PROXY) must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ]);
});

test('a wrong value is refused although a flag goes before it', async () => {
  const file = await fileOf('port = 70000');
  expect(await mistakesOf(file, '--port', '0')).toEqual([`port in ${file} must be a whole number from 0 to 65535`]);
});

test('an unknown setting of a file is named, with the known ones', async () => {
  const keys = ['publicUrl', 'WORKSPACE_PORT', 'config', 'sample', 'url', 'token', '__proto__', 'constructor', 'a\nb'];
  const names = keys.map((key) => JSON.stringify(key));
  const file = await jsonOf(`{${names.map((name) => `${name}: "x"`).join()}}`);
  expect(await mistakesOf(file)).toEqual([
    expect.stringContaining(`${file} has unknown settings: ${names.join(', ')}. Known settings: data, host, `),
  ]);
});

describe('a file that cannot be read or parsed is refused in a line:', () => {
  test.each<[name: string, content: string, said: RegExp]>([
    ['w.toml', `port = 0\n\nmodel-key = ${secret}\n`, /^FILE, line 3, column \d+: not valid TOML \(invalid value\)/],
    ['w.toml', `port = 0\nport = 1\n`, /^FILE, line 2, column 1: not valid TOML \(trying to redefine/],
    ['w.json', `{\n  "model-key": ${secret}\n}`, /^FILE, line 2, column 16: not valid JSON/],
    ['w.json', '{"port": 0,}', /^FILE, line 1, column 12: not valid JSON/],
    ['w.json', '', /^FILE, line 1, column 1: not valid JSON/],
    ['w.json', '{"port": 0,\n"port": 1}', /^FILE, line 2, column 1: this setting is given twice$/],
    ['w.json', '['.repeat(100_000), /^FILE is nested too deeply$/],
    ['w.json', '[]', /^FILE must hold settings by their names, such as \{ "port": 8787 \}$/],
    ['w.json', 'null', /^FILE must hold settings by their names/],
    ['w.json', '"text"', /^FILE must hold settings by their names/],
    [
      'w.yaml',
      'port: 0',
      /^--config \(WORKSPACE_CONFIG\) must name a file that ends in \.toml or \.json; FILE does not$/,
    ],
    ['toml', 'port = 0', /^--config \(WORKSPACE_CONFIG\) must name a file that ends in/],
  ])('%s with %j', async (name, content, said) => {
    const file = await fileOf(content, { name });
    const lines = await mistakesOf(file);
    expect(lines.map((line) => line.replaceAll(file, 'FILE'))).toEqual([expect.stringMatching(said)]);
    expect(lines.join('')).not.toContain(secret);
  });

  test('it is not there', async () => {
    const file = join(await temporaryFolder(), 'nowhere.toml');
    expect(await mistakesOf(file)).toEqual([
      `${file} cannot be read: there is no such file. Name another with --config (WORKSPACE_CONFIG).`,
    ]);
  });

  test('it is a folder', async () => {
    const folder = dirname(await fileOf('', { name: 'w.toml/file' }));
    expect(await mistakesOf(folder)).toEqual([expect.stringMatching(/ cannot be read: it is a folder\. /)]);
  });

  test.skipIf(process.platform === 'win32')('it is a pipe, which would be waited for', async () => {
    const pipe = join(await temporaryFolder(), 'w.toml');
    execFileSync('mkfifo', [pipe]);
    expect(await mistakesOf(pipe)).toEqual([expect.stringMatching(/ cannot be read: it is not a regular file\. /)]);
    expect(await mistakesOf(await fileOf(''), '--model-key-file', pipe)).toEqual([
      '--model-key-file (WORKSPACE_MODEL_KEY_FILE) must name a file that can be read',
    ]);
  });

  test('it is longer than a mebibyte', async () => {
    const comment = (bytes: number) => `#${' '.repeat(bytes - 1)}`;
    expect(await accepts(await fileOf(comment(limits.settingsBytes)))).toBe(true);
    expect(await mistakesOf(await fileOf(comment(limits.settingsBytes + 1)))).toEqual([
      expect.stringMatching(/ cannot be read: it has more than 1048576 bytes\. /),
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('this user may not read it', async () => {
    const file = await fileOf('port = 0', { mode: 0o000 });
    expect(await mistakesOf(file)).toEqual([expect.stringMatching(/ cannot be read: this user may not read it\. /)]);
  });

  test('no file is named', async () => {
    expect(await mistakesOf('')).toEqual(['--config (WORKSPACE_CONFIG) must name a file']);
  });

  test('mistakes of the flags are told with it, and nothing of the file', async () => {
    setVariable('MODEL', 'm');
    const file = await fileOf('model-url = ');
    expect(await mistakesOf(file, '--port', 'x')).toEqual([
      expect.stringContaining('not valid TOML'),
      expect.stringMatching(/^--port /),
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a key in a file', () => {
  const content = { model: 'm', 'model-url': 'http://127.0.0.1:9/v1', 'model-key': secret };

  test.each([0o644, 0o640, 0o602])('that others may use is refused, mode %i', async (mode) => {
    const file = await jsonOf(content);
    await chmod(file, mode);
    expect(await mistakesOf(file)).toEqual([
      `model-key in ${file} is open to other users of this machine; run: chmod 600 ${file}`,
    ]);
  });

  test.each([0o600, 0o400])('that its owner alone may use is taken', async (mode) => {
    const file = await jsonOf(content);
    await chmod(file, mode);
    expect(await accepts(file)).toBe(true);
  });

  test('never shows in what is said of it', async () => {
    const file = await jsonOf({ ...content, 'model-key': `${secret} x` }, 0o600);
    const [line, ...more] = await mistakesOf(file);
    expect([line?.startsWith(`model-key in ${file} must be 1 to`), line?.includes(secret), more]).toEqual([
      true,
      false,
      [],
    ]);
  });

  test('does not go with a file that holds it', async () => {
    const file = await jsonOf(content, 0o600);
    const key = join(dirname(file), 'key');
    await writeFile(key, secret);
    expect(await mistakesOf(file, '--model-key-file', key)).toEqual([
      `--model-key-file (WORKSPACE_MODEL_KEY_FILE) must not be given together with model-key in ${file}`,
    ]);
  });
});

describe('the bounds of values are those of flags:', () => {
  const model = (name: string) => ({ model: name, 'model-url': 'http://127.0.0.1:9/v1' });

  test.each<[key: string, at: object, beyond: object]>([
    ['port', { port: 65_535 }, { port: 65_536 }],
    ['rate-limit', { 'rate-limit': 999_999_999 }, { 'rate-limit': 1_000_000_000 }],
    ['query-seconds', { 'query-seconds': 9_999 }, { 'query-seconds': 10_000 }],
    ['metrics', { metrics: 65_535 }, { metrics: 65_536 }],
    ['model', model('m'.repeat(limits.modelName)), model('m'.repeat(limits.modelName + 1))],
    ['model-key', { 'model-key': 'k'.repeat(limits.modelKey) }, { 'model-key': 'k'.repeat(limits.modelKey + 1) }],
  ])('%s', async (key, at, beyond) => {
    expect(await accepts(await jsonOf(at, 0o600))).toBe(true);
    const file = await jsonOf(beyond, 0o600);
    expect(await mistakesOf(file)).toEqual([expect.stringContaining(`${key} in ${file} must `)]);
  });
});

test('--config is an option of the commands that take settings, and of no other', async () => {
  const takes = async (...command: string[]) =>
    / --config <file> +TOML or JSON/.test((await runWorkspace(...command, '--help')).stdout);
  for (const command of ['serve', 'mcp', 'token', 'admin backup', 'admin restore', 'admin users add'])
    expect([command, await takes(...command.split(' '))]).toEqual([command, true]);
  for (const command of ['search', 'login']) expect([command, await takes(command)]).toEqual([command, false]);
});

test.each(['serve', 'mcp', 'admin restore', 'token'])('the help of %s fits 80 columns', async (command) => {
  const { stdout } = await runWorkspace(...command.split(' '), '--help');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
