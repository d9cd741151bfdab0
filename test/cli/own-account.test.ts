import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { beforeAll, expect, test } from 'vitest';
import {
  addClient,
  authorizationUrl,
  Browser,
  exchangeCode,
  givePasswords,
  password,
} from '../support/authorization.ts';
import { commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, executable } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const [mia, tom, eve] = ['mia@workspace.test', 'tom@workspace.test', 'eve@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: tom }, { email: eve });
const w = '--allow-write';
let client: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia, tom, eve);
  client = await addClient(gateway.dataFolder, { name: 'Notes for everybody who works on the quarterly report' });
});

const environmentOf = async (email: string) => ({
  WORKSPACE_URL: gateway.url,
  WORKSPACE_TOKEN: await accessToken(gateway.dataFolder, '--user', email),
});
const signedIn = async (email: string) => commandLine(await environmentOf(email));

async function letIn(email: string) {
  const code = (await new Browser(gateway.url).authorize(authorizationUrl(gateway.url, client), email)).get('code')!;
  const { body } = await exchangeCode(gateway.url, client, code);
  return accountAt(gateway.url, body.access_token);
}

/** The lines of a terminal, with the answers that are typed when it asks. */
async function atTerminal(email: string, line: readonly string[], answers: readonly string[] = []) {
  const cli = await signedIn(email);
  const env = { PATH: process.env.PATH, HOME: cli.home, TERM: 'xterm-256color', ...(await environmentOf(email)) };
  const words = [process.execPath, executable, ...line].map((word) => `'${word}'`).join(' ');
  const running = promisify(execFile)('script', ['-qec', `stty cols 80; ${words}`, '/dev/null'], {
    env,
    cwd: cli.home,
  });
  let shown = '';
  let answered = 0;
  running.child.stdout!.on('data', (text: string) => {
    shown += text;
    const asked = shown.split(/word(?: again)?: /).length - 1;
    for (; answered < Math.min(asked, answers.length); answered += 1)
      running.child.stdin!.write(`${answers[answered]}\r`);
  });
  await running;
  return stripVTControlCharacters(shown).replaceAll('\r', '').trimEnd();
}

test('sign-ins are listed within 80 columns, and one or all are ended', async () => {
  const account = await letIn(mia);
  const cli = await signedIn(mia);
  const { signIns } = await cli.json('sign-ins');
  expect(signIns.map(({ type }: { type: string }) => type).sort()).toEqual(['application', 'browser']);
  const lines = (await atTerminal(mia, ['sign-ins'])).split('\n');
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  for (const { id } of signIns) expect(lines.join('\n')).toContain(id);
  expect(lines.join('\n')).toMatch(/a browser/);

  const { id } = signIns.find(({ type }: { type: string }) => type === 'application');
  expect(await cli.run('sign-ins', '--end', id)).toMatchObject({ status: 4, stderr: expect.stringContaining(w) });
  expect(await cli.run('sign-ins', '--end', id, w)).toMatchObject({ status: 0, stdout: `${id} has ended.\n` });
  expectProblem(await account.call('GET /me'), 'unauthenticated');
  expect((await cli.json('sign-ins')).signIns).toHaveLength(1);

  const other = await letIn(mia);
  const { status, stdout } = await cli.run('sign-ins', '--end-all', w);
  expect([status, stdout]).toEqual([0, expect.stringContaining('workspace login')]);
  expectProblem(await other.call('GET /me'), 'unauthenticated');
  expect((await cli.run('sign-ins')).status).toBe(3);
  expect(await (await signedIn(mia)).run('sign-ins')).toMatchObject({ stdout: 'There are no sign-ins.\n' });
});

test('a password is changed by two lines of stdin', async () => {
  const change = async (text: string, ...options: string[]) => {
    const child = (await signedIn(tom)).start('password', ...options);
    child.stdin.end(text);
    return outcomeOf(child);
  };
  expect(await change(`${password}\nanother horse\n`)).toMatchObject({ status: 4 });
  expect(await change(`${password}\n`, w)).toMatchObject({ status: 2, stderr: expect.stringContaining('two lines') });
  expect(await change('a guess\nanother horse\n', w)).toMatchObject({ status: 2 });
  expect(await change(`${password}\nanother horse\n`, w)).toMatchObject({ status: 0 });
  expect(await change(`${password}\nanother horse\n`, w)).toMatchObject({ status: 2 });
  expect(await change('another horse\nthird horse\n', w)).toMatchObject({ status: 0 });
});

test('a terminal asks for the passwords and shows none', async () => {
  const differing = await atTerminal(eve, ['password', w], [password, 'another horse', 'another hors']).catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(differing).toContain('differ');
  const shown = await atTerminal(eve, ['password', w], [password, 'another horse', 'another horse']);
  expect(shown).toContain('New password again:');
  expect(shown).toContain('Your password is changed.');
  expect(shown).not.toContain('horse');
});
