import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { codeOf, fragmentOf, openedPage, sendCode, SignedInPage } from '../support/app-sessions.ts';
import { folderOfItsOwn, listening, runWorkspace, spawnGateway, stop, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();

test('a link of workspace open signs the user of this machine in, as the app', async () => {
  const page = await openedPage(gateway.dataFolder, gateway.url);
  const me = await page.call('GET /me');
  expect([me.status, me.body.scopes]).toEqual([200, expect.arrayContaining(['workspace.admin'])]);
  const channel = (await page.call('POST /channels', { name: 'Ours', visibility: 'private' })).body.channel;
  const { post } = (await page.call(`POST /channels/${channel.id}/posts`, { body: 'Hello', idempotencyKey: 'one' }))
    .body;
  expect(post).toMatchObject({ author: { id: me.body.userId }, via: { interface: 'app' } });
});

test('its cookie is out of reach of scripts, of other sites and of other ports', async () => {
  const response = await sendCode(gateway.url, await codeOf(gateway.dataFolder));
  const [cookie] = response.headers.getSetCookie();
  const { port } = new URL(gateway.url);
  expect(cookie).toMatch(
    new RegExp(`^workspace-${port}=[\\w-]{43}; Max-Age=${90 * 24 * 3_600}; Path=/; HttpOnly; SameSite=Strict$`),
  );
  expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
});

test('a link says where it leads, and only within the app', async () => {
  const linkTo = async (...path: string[]) => {
    const { stdout } = await runWorkspace('open', ...path, '--data', gateway.dataFolder);
    return fragmentOf(stdout.trim()).get('to');
  };
  expect(await Promise.all([linkTo(), linkTo('/channels/general?x=1#top'), linkTo('//evil.test')])).toEqual([
    null,
    '/channels/general?x=1#top',
    '/',
  ]);
});

test('a code works once', async () => {
  const code = await codeOf(gateway.dataFolder);
  const [first, second] = [await sendCode(gateway.url, code), await sendCode(gateway.url, code)];
  expect([first.status, second.status, second.headers.getSetCookie()]).toEqual([201, 401, []]);
});

test('a code works once, however many ask with it at the same time', async () => {
  const code = await codeOf(gateway.dataFolder);
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendCode(gateway.url, code)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
});

test('a code is kept as a digest, works for a minute, and not after it', async () => {
  const [early, late] = [await codeOf(gateway.dataFolder), await codeOf(gateway.dataFolder)];
  const now = Math.floor(Date.now() / 1_000);
  const kept = await inStorage(gateway.dataFolder, async (db) => {
    const codes = db.selectFrom('authorizations').selectAll().where('kind', '=', 'AppSignInCode').orderBy('id');
    return codes.execute();
  });
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${early}|${late}`));
  for (const { expires_at: at } of kept) expect(Math.abs(at - now - limits.appSignInCodeSeconds)).toBeLessThan(30);
  await inStorage(gateway.dataFolder, (db) =>
    db
      .updateTable('authorizations')
      .set({ expires_at: now + 30 })
      .where('kind', '=', 'AppSignInCode')
      .execute(),
  );
  expect((await sendCode(gateway.url, early)).status).toBe(201);
  await inStorage(gateway.dataFolder, (db) =>
    db.updateTable('authorizations').set({ expires_at: now }).where('kind', '=', 'AppSignInCode').execute(),
  );
  expect((await sendCode(gateway.url, late)).status).toBe(401);
});

test.each([[''], ['x'.repeat(101)], ['unknown'], [1], [undefined]])('the code %j signs nobody in', async (code) => {
  const response = await sendCode(gateway.url, code as string);
  expect([400, 401]).toContain(response.status);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('a new sign-in takes the place of the session that the browser had, and never its secret', async () => {
  const earlier = await openedPage(gateway.dataFolder, gateway.url);
  const response = await sendCode(gateway.url, await codeOf(gateway.dataFolder), { cookie: earlier.cookie });
  expect(response.headers.getSetCookie().join()).not.toContain(earlier.cookie);
  expect((await earlier.call('GET /me')).status).toBe(401);
});

test('a secret that somebody else chose is not taken up', async () => {
  const name = `workspace-${new URL(gateway.url).port}`;
  const chosen = `${name}=${'a'.repeat(43)}`;
  const response = await sendCode(gateway.url, await codeOf(gateway.dataFolder), { cookie: chosen });
  const { half } = (await response.json()) as { half: string };
  expect((await new SignedInPage(gateway.url, chosen, half).call('GET /me')).status).toBe(401);
});

test('workspace open finds the gateway of its folder while it runs, and says when none does', async () => {
  const none = await runWorkspace('open', '--data', await folderOfItsOwn());
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('There is no workspace in')]);
  const folder = await temporaryFolder();
  const child = spawnGateway(folder);
  const { url } = await listening(child);
  const { stdout } = await runWorkspace('open', '--data', folder);
  expect(stdout.startsWith(`${url}/session/open#code=`)).toBe(true);
  const note = join(folder, 'gateway.json');
  expect((await stat(note)).mode & 0o777).toBe(0o600);
  const left = await readFile(note, 'utf8');
  await stop(child, 'SIGKILL');
  const stopped = await runWorkspace('open', '--data', folder);
  expect([stopped.status, stopped.stdout, stopped.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^No gateway runs on/),
  ]);
  await writeFile(note, left.replace(`${child.pid}`, `${process.pid}`));
  expect((await runWorkspace('open', '--data', folder)).stderr).toMatch(/^No gateway runs on/);
});
