import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { printedToken, runWorkspace, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

describe('a wrong option ends in a sentence and exit status 1:', () => {
  test.each([
    [['--scope', 'workspace.all'], /--scope .*workspace\.read.*not workspace\.all/],
    [['--scope', 'workspace.read,workspace.write'], /--scope .*separated by blanks/],
    [['--scope', ''], /--scope takes/],
    [['--expires', '0s'], /--expires takes/],
    [['--expires', '-1h'], /--expires takes/],
    [['--expires', '1.5h'], /--expires takes/],
    [['--expires', '1w'], /--expires takes/],
    [['--expires', '91d'], /--expires takes/],
    [['--expires', ''], /--expires takes/],
    [['--user', 'nobody@workspace.test'], /nobody@workspace\.test/],
    [['--user', ''], /no user/],
  ])('%j', async (options, sentence) => {
    const { status, stdout, stderr } = await runWorkspace('token', '--data', await temporaryFolder(), ...options);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});

test('a token says whose it is, what for and until when', async () => {
  const folder = await temporaryFolder();
  const { 'mia@workspace.test': userId } = await addUsers(folder, { email: 'mia@workspace.test' });
  const options = ['--user', 'mia@workspace.test', '--scope', 'workspace.query workspace.read', '--expires', '2d'];
  const { sub, scope, iat, exp, iss, aud } = claimsOf(await printedToken(folder, ...options));
  expect({ sub, scope, lifetime: exp - iat }).toEqual({
    sub: userId,
    scope: 'workspace.query workspace.read',
    lifetime: 172_800,
  });
  expect(iss).toBe(aud);
});

test('without options it is the local admin’s, with every scope, for an hour, on one line of stdout alone', async () => {
  const { stdout, stderr } = await runWorkspace('token', '--data', await temporaryFolder());
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(stderr).toBe('');
  const { scope, iat, exp } = claimsOf(stdout);
  expect(scope.split(' ').sort()).toEqual(['workspace.query', 'workspace.read', 'workspace.write']);
  expect(exp - iat).toBe(3_600);
});

test('--header prints it as a header for curl', async () => {
  const { stdout } = await runWorkspace('token', '--data', await temporaryFolder(), '--header');
  expect(stdout).toMatch(/^Authorization: Bearer [\w-]+\.[\w-]+\.[\w-]+\n$/);
});

test('a token works on a gateway that first starts after it, and on the next one', async () => {
  const folder = await temporaryFolder();
  const token = await printedToken(folder);
  const key = await readFile(placesIn(folder).signingKey, 'utf8');
  for (const _start of ['first', 'next']) {
    const gateway = await startGateway(folder);
    expect((await accountAt(gateway.url, token).call('GET /me')).status).toBe(200);
    await stop(gateway.process);
  }
  expect(await readFile(placesIn(folder).signingKey, 'utf8')).toBe(key);
});

test('many first starts at once agree on one key', async () => {
  const folder = join(await temporaryFolder(), 'new');
  const tokens = await Promise.all(Array.from({ length: 5 }, () => printedToken(folder)));
  const gateway = await startGateway(folder);
  const replies = await Promise.all(tokens.map((token) => accountAt(gateway.url, token).call('GET /me')));
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await readdir(folder)).filter((name) => name.startsWith('signing-key'))).toHaveLength(1);
});

test.each([
  ['that is not there', () => Promise.resolve()],
  ['that is empty', (folder: string) => mkdir(folder)],
  ['that is empty and open to everyone', (folder: string) => mkdir(folder).then(() => chmod(folder, 0o755))],
])('a first start on a folder %s leaves it and the key to their owner alone', async (_what, prepare) => {
  const folder = join(await temporaryFolder(), 'data');
  await prepare(folder);
  await printedToken(folder);
  expect([await modeOf(folder), await modeOf(placesIn(folder).signingKey)]).toEqual(['700', '600']);
  expect(await modeOf(placesIn(folder).database)).toBe('600');
});

test('a token with a name is listed among the sign-ins of its user, and ends alone', async () => {
  const folder = await temporaryFolder();
  const [named, other] = [await printedToken(folder, '--name', 'Backup job'), await printedToken(folder)];
  const gateway = await startGateway(folder);
  const [job, me] = [accountAt(gateway.url, named), accountAt(gateway.url, other)];
  const { signIns } = await job.done('GET /me/sign-ins');
  expect(signIns).toMatchObject([{ type: 'token', name: 'Backup job' }]);
  await me.done(`DELETE /me/sign-ins/${signIns[0]!.id}`);
  expect([(await job.call('GET /me')).status, (await me.call('GET /me')).status]).toEqual([401, 200]);
  await stop(gateway.process);
});
