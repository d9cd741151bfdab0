import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { accessToken, executable, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const w = '--allow-write';
const hostile = 'Plan \u001b]0;owned\u0007 \u202egpj.exe \u009b31m \u{e0041}';
let cli: CommandLine;

beforeEach(async () => {
  cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
});

/** The output of a command on a terminal of 100 columns. */
const onTerminal = (cli: CommandLine, ...args: string[]) => onTerminalOf(100, cli, ...args);

async function onTerminalOf(columns: number, { home }: CommandLine, ...args: string[]): Promise<string> {
  const line = [process.execPath, executable, ...args].map((word) => `'${word}'`).join(' ');
  const env = { PATH: process.env.PATH, HOME: home, WORKSPACE_DATA: join(home, 'data'), TERM: 'xterm-256color' };
  const script = ['-qec', `stty cols ${columns}; ${line}`, '/dev/null'];
  return (await promisify(execFile)('script', script, { env, cwd: home })).stdout;
}

test('texts of others do nothing to a terminal, but reach pipes and JSON unchanged', async () => {
  await writeFile(join(cli.home, 'plan.md'), `${hostile}\n`);
  const data = ['--data', join(cli.home, 'data')];
  const { post } = await cli.json('post', hostile, '--channel', 'general', w, ...data);
  expect(post.body).toBe(hostile);
  const document = ['artifacts', '--kind', 'markdown', '--title', 'Plan', '--file', 'plan.md', w, ...data];
  const { artifact } = await cli.json(...document);
  expect((await cli.run('artifacts', '--artifact', artifact.id, ...data)).stdout).toBe(`${hostile}\n`);
  for (const args of [
    ['feed', '--channel', 'general'],
    ['search', 'plan'],
    ['artifacts', '--artifact', artifact.id],
  ]) {
    const onScreen = await onTerminal(cli, ...args);
    expect(onScreen).toContain('\\u{1b}]0;');
    // oxlint-disable-next-line no-control-regex -- What styles the headings is ours.
    expect(onScreen.replaceAll(/\u001b\[(1|22)m/g, '')).not.toMatch(/[^\P{Cc}\r\n]|\p{Cf}/u);
    const json = await onTerminal(cli, ...args, '--json');
    expect(json).toContain('\\u001b]0;');
    expect(json).not.toMatch(/[^\P{Cc}\r\n]|\p{Cf}/u);
  }
});

test('a terminal is shown bold headings, a bar, and cells cut to its width; a pipe none of it', async () => {
  const data = ['--data', join(cli.home, 'data')];
  await writeFile(join(cli.home, 'wide.txt'), 'x'.repeat(100_000));
  const uploading = await onTerminal(cli, 'files', '--upload', 'wide.txt', w);
  expect(uploading).toMatch(/Uploading wide\.txt .*█.*100 % of 97\.7 KiB/);
  expect(uploading).toContain('\u001b[1mID');
  const piped = await cli.run('files', '--upload', 'wide.txt', w, ...data);
  expect(piped).toMatchObject({ status: 0, stderr: '' });
  expect(piped.stdout).not.toContain('\u001b');
  await cli.run('post', '漢字'.repeat(60), '--channel', 'general', w, ...data);
  const lines = (await onTerminal(cli, 'feed', '--channel', 'general')).split('\n');
  expect(lines[1]).toMatch(/[漢字]…/);
  expect((await cli.run('feed', '--channel', 'general', ...data)).stdout).toContain('漢字'.repeat(60));
});

/** A proxy that passes on this many bytes of a file. Then it cuts this connection and all later ones, or holds it. */
async function cutting(after: number, isHeld = false): Promise<string> {
  let isCut = false;
  const proxy = createServer((asked, answer) => {
    if (isCut) return void asked.socket.destroy();
    const { method, url, headers } = asked;
    const target = request(`${gateway.url}${url}`, {
      method,
      headers: { ...headers, host: new URL(gateway.url).host },
    });
    asked.pipe(target);
    target.on('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      let passed = 0;
      response.on('data', (chunk: Buffer) => {
        if (!url!.endsWith('/content')) return void answer.write(chunk);
        passed += chunk.length;
        isCut = passed > after && !isHeld;
        answer.write(chunk, () => isCut && answer.destroy());
        if (isHeld && passed > after) response.pause();
      });
      answer.on('close', () => target.destroy());
      response.on('end', () => answer.end());
      response.on('error', () => {});
    });
    target.on('error', () => answer.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('a download that is cut half-way, or interrupted, leaves nothing', async () => {
  const token = await accessToken(gateway.dataFolder);
  const at = (url: string) => commandLine({ WORKSPACE_URL: url, WORKSPACE_TOKEN: token });
  const whole = await at(gateway.url);
  await writeFile(join(whole.home, 'large.bin'), Buffer.alloc(8 * 1024 * 1024, 7));
  const { file } = await whole.json('files', '--upload', 'large.bin', w);
  const cut = await at(await cutting(1024 * 1024));
  const download = ['files', '--file', file.id, '--download', 'copy.bin'];
  const { status, stdout, stderr } = await cut.run(...download);
  expect({ status, stdout }).toEqual({ status: 8, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(await readdir(cut.home)).toEqual([]);

  await writeFile(join(whole.home, 'copy.bin'), 'mine');
  expect((await whole.run(...download)).status).toBe(6);
  expect(await readFile(join(whole.home, 'copy.bin'), 'utf8')).toBe('mine');

  const slow = await at(await cutting(1024 * 1024, true));
  const interrupted = slow.start(...download);
  const outcome = outcomeOf(interrupted);
  await expect.poll(() => readdir(slow.home)).toContainEqual(expect.stringMatching(/\.part$/));
  interrupted.kill('SIGINT');
  expect([(await outcome).status, await readdir(slow.home)]).toEqual([130, []]);
});

test.each([12, 40, 59, 60, 80])('the progress of a file keeps to a terminal of %d columns', async (columns) => {
  const name = `${'wide 漢字 '.repeat(9)}.txt`;
  await writeFile(join(cli.home, name), 'x'.repeat(100_000));
  const sent = await onTerminalOf(columns, cli, 'files', '--upload', name, w);
  const lines = sent.split('\r\u001b[2K').flatMap((part) => part.split(/\r?\n/));
  const drawn = lines.filter((line) => /^Up|^…/.test(line));
  expect(drawn.length).toBeGreaterThan(0);
  for (const line of drawn) expect(stringWidth(stripVTControlCharacters(line))).toBeLessThan(columns);
});

test('bash completes commands and their options, and help names its topics', async () => {
  const script = await cli.run('completion', 'bash');
  const complete = async (...words: string[]) => {
    const asked = `${script.stdout}\nCOMP_WORDS=(workspace ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _workspace; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)('bash', ['-c', asked], { cwd: cli.home })).stdout.trim().split('\n');
  };
  expect(await complete('ar')).toEqual(['artifacts']);
  expect(await complete('files', '--down')).toEqual(['--download']);
  expect(await complete('query', 'r')).toEqual(['run']);
  expect(await complete('query', 'ask', '--ch')).toEqual(['--channel']);
  expect(await complete('admin', 'users', 'a')).toEqual(['add']);
  expect(await complete('mcp', 'config', '--dat')).toEqual(['--data', '--database', '--database-file']);
  expect(await complete('mcp', 'config', '--wr')).toEqual(['--write']);
  await writeFile(join(cli.home, 'my plan.md'), '');
  expect(await complete('files', '--upload', 'my')).toEqual(['my plan.md']);
  expect((await cli.run('completion', 'zsh')).stdout).toContain('bashcompinit');
  expect((await cli.run('completion', 'fish')).stdout).toContain("-l download -r -d '");
  expect((await cli.run('completion', 'tcsh')).status).toBe(2);
  expect((await cli.run('help', 'exit-status')).stdout).toContain('6  a newer version exists');
  for (const topic of ['files', 'artifacts', 'sessions']) {
    expect((await cli.run('help', topic)).stdout).toContain('--allow-write');
  }
  expect((await cli.run('help', 'nonsense')).status).toBe(2);
});

test('commands that run the workspace have one status for whatever goes wrong with it, as help on it says', async () => {
  const { stdout } = await cli.run('help', 'exit-status');
  expect(stdout).toMatch(/^serve, open, mcp on a data folder, token and admin exit with 0, 1 or 2 only/m);
  const statusOf = async (...args: string[]) => (await cli.run(...args)).status;
  expect(await statusOf('serve', '--port', 'none')).toBe(1);
  expect(await statusOf('token', '--bogus')).toBe(2);
  expect(await statusOf('mcp', '--tools', 'none')).toBe(1);
  expect(await statusOf('admin', 'users', 'remove', '--email', 'nobody@workspace.test')).toBe(1);
  expect(await statusOf('mcp', 'config')).toBe(2);
});

test('a reader may stop reading the answer', async () => {
  const data = join(cli.home, 'data');
  await cli.run('channels', '--create', 'Work', w, '--data', data);
  const body = `'${'word '.repeat(7_000)}'`;
  const workspace = `'${process.execPath}' '${executable}'`;
  const lines = [
    `for i in 1 2 3 4 5 6 7 8; do ${workspace} post ${body} --channel general ${w} --data '${data}' >/dev/null; done`,
    `${workspace} feed --channel general --json --data '${data}' | head -c 10`,
    'echo " ${PIPESTATUS[0]}"',
  ];
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', lines.join('\n')]);
  expect({ stdout, stderr }).toEqual({ stdout: '{"items":[ 0\n', stderr: '' });

  const soonDone = `${workspace} admin users list --data '${data}' | true; echo "\${PIPESTATUS[0]}"`;
  expect(await promisify(execFile)('bash', ['-c', soonDone])).toEqual({ stdout: '0\n', stderr: '' });
});
