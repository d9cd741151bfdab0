import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import {
  addClient,
  authorizationUrl,
  Browser,
  exchangeCode,
  givePasswords,
  password,
} from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { patience } from '../support/patience.ts';
import { runWorkspace } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const gateway = staffedGateway('--webhook-hosts', '127.0.0.1:9');
const shared = sharedBrowser();

const openAsAdmin = (path: string) => appPage(shared.browser, gateway, { path });
const open = (name: 'mia' | 'ned' | 'will', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

test('an admin invites a colleague, whose link is shown once and makes an account', async () => {
  const page = await openAsAdmin('/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill('lena@workspace.test');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem').filter({ hasText: 'lena@workspace.test' }).getByText('open').waitFor();
  expect(await page.content()).not.toContain(link.split('/').at(-1));
  const secret = new URL(link).pathname.split('/').at(-1);
  const anybody = accountAt(gateway.url);
  await anybody.done(`POST /invitations/${secret}`, { name: 'Lena', password: 'a long enough sentence' });
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'lena@workspace.test' }).getByText('used').waitFor();
  await page.goto(link);
  await page.getByText('This invitation was used already').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('#main').waitFor({ state: 'attached' });
  await page.goBack();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.goto(`${gateway.url}/people?q=lena`);
  await page.getByRole('link', { name: 'Lena' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lena' }).waitFor();
});

test('a colleague who is invited from the members of a private channel is one of them after joining', async () => {
  const { channel } = await gateway.as('admin').done('POST /channels', { name: 'Vault', visibility: 'private' });
  const page = await openAsAdmin(`/channels/${channel.slug}/members`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody to Vault' });
  await dialog.getByText('They become a member of Vault').waitFor();
  await dialog.getByLabel('Email address').fill('vera@workspace.test');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.getByRole('dialog').getByRole('link', { name: 'invitations' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).waitFor();

  const activity = await page.context().newPage();
  await activity.goto(`${gateway.url}/activity`);
  const people = await page.context().newPage();
  await people.goto(`${gateway.url}/people`);
  await people.getByRole('list', { name: 'People' }).waitFor();

  const theirs = await (await shared.browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.getByText('You are invited to work with Workspace in the channel Vault.').waitFor();
  await theirs.getByLabel('Your name').fill('Vera');
  await theirs.getByLabel('Choose a password').fill(password);
  await theirs.getByLabel('The same password again').fill(password);
  await theirs.getByRole('button', { name: 'Make my account' }).click();
  await theirs.getByText('You are signed in as vera@workspace.test').waitFor();
  expect(await theirs.getByText('workspace login').isVisible()).toBe(false);
  await theirs.getByRole('link', { name: 'Open the channel Vault' }).click();
  await theirs.getByRole('heading', { level: 1, name: 'Vault' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Vera' }).waitFor();
  await activity.getByRole('article').filter({ hasText: 'Vera' }).getByText('joined Vault').waitFor();
  await people.getByRole('link', { name: 'Vera' }).waitFor();
});

test('the list of people shows a new name that somebody gave elsewhere', async () => {
  const page = await open('will', '/people');
  await page.clock.install();
  await page.reload();
  await page.getByRole('link', { name: 'rita@workspace.test' }).waitFor();
  const rename = (name: string) =>
    runWorkspace(
      'admin',
      'users',
      'update',
      '--email',
      'rita@workspace.test',
      '--name',
      name,
      '--data',
      gateway.dataFolder,
    );
  expect(await rename('Rita Rossi')).toMatchObject({ status: 0 });
  await page.clock.runFor(16_000);
  await page.getByRole('link', { name: 'Rita Rossi' }).waitFor();
  expect(await rename('rita@workspace.test')).toMatchObject({ status: 0 });
});

test('an admin changes a role, undoes it, and ends an invitation', async () => {
  const page = await openAsAdmin('/admin');
  await page.waitForURL('**/admin/users');
  const ned = page.getByRole('listitem').filter({ hasText: 'ned@workspace.test' });
  await ned.getByRole('button', { name: 'Change ned@workspace.test' }).click();
  await page.getByRole('menuitem', { name: 'Make an administrator' }).click();
  await ned.getByText('administrator').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await ned.getByText('administrator').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change rita@workspace.test' }).click();
  await page.getByRole('menuitem', { name: 'Set a password' }).click();
  await page.getByLabel('New password').fill('a sentence for Rita');
  await page.getByLabel('Show what I type').check();
  expect(await page.getByLabel('New password').getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('has a new password.').waitFor();
  const invitation = ['--email', 'late@workspace.test', '--public-url', gateway.url, '--data', gateway.dataFolder];
  expect(await runWorkspace('admin', 'invitations', 'add', ...invitation)).toMatchObject({ status: 0 });
  await page.getByRole('link', { name: 'Invitations' }).click();
  const late = page.getByRole('listitem').filter({ hasText: 'late@workspace.test' });
  await late.getByRole('button', { name: 'End' }).click();
  await late.getByText('ended').waitFor();
});

test('every part of the administration can be read, and says what only the owner of the folder does', async () => {
  await gateway.as('mia').done('POST /feedback', { description: 'The answer left May out.' });
  const page = await openAsAdmin('/admin/feedback');
  await page.getByText('The answer left May out.').waitFor();
  for (const [part, shown] of [
    ['Organisation', 'Time zone'],
    ['Sources', 'workspace admin sources add'],
    ['Issuers', 'workspace admin issuers add'],
    ['Applications', 'workspace admin clients list'],
  ] as const) {
    await page.getByRole('link', { name: part }).click();
    await page.getByText(shown).first().waitFor();
    await expectAccessible(page);
  }
});

test('somebody else is offered no administration, and its pages are not there for them', async () => {
  const page = await open('ned', '/people');
  await page.getByRole('link', { name: 'mia@workspace.test' }).waitFor();
  expect(await page.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Open your account' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Administer' }).count()).toBe(0);
  for (const path of ['/admin', '/admin/users', '/people/usr_unknown']) {
    await page.goto(gateway.url + path);
    await page.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
  }
});

test('a person sees which application acts for them, and ends it with its token', async () => {
  const email = 'mia@workspace.test';
  await givePasswords(gateway.dataFolder, email);
  const client = await addClient(gateway.dataFolder, { name: 'Desk agent' });
  const code = (await new Browser(gateway.url).authorize(authorizationUrl(gateway.url, client), email)).get('code')!;
  const { body } = await exchangeCode(gateway.url, client, code);
  const agent = accountAt(gateway.url, body.access_token);
  expect((await agent.call('GET /me')).status).toBe(200);
  const page = await open('mia', '/account');
  const row = page.getByRole('listitem').filter({ hasText: 'Desk agent' });
  expect(await row.innerText()).toMatch(/may ask questions, read, and write/);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'End Desk agent' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await agent.call('GET /me')).status).toBe(401);
  await page.getByRole('button', { name: 'End all sign-ins and tokens' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a person makes a token with the password, which is shown once, and ends it', async () => {
  const email = 'ned@workspace.test';
  await givePasswords(gateway.dataFolder, email);
  const page = await open('ned', '/account');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Nightly report');
  await dialog.getByLabel('Your password').fill('a guess');
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await dialog.getByText('is not your present password').waitFor();
  await expectAccessible(page);
  expect(await dialog.getByLabel('It may').innerText()).not.toContain('administer');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  const program = accountAt(gateway.url, token);
  expect((await program.done('GET /me')).scopes).toEqual(['workspace.read']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('button', { name: 'End Nightly report' }).click();
  await dialog.getByText('A token that has ended does not come back.').waitFor();
  expect((await program.call('GET /me')).status).toBe(200);
  await dialog.getByRole('button', { name: 'End it' }).click();
  await page.getByText('The token Nightly report has ended.').waitFor();
  expect((await program.call('GET /me')).status).toBe(401);
});

test('a person adds a webhook, whose secret is shown once, sees that it fails, and removes it', async () => {
  const page = await open('will', '/account');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:10/');
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  await dialog.getByText('is on a host that the operator does not allow').waitFor();
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/');
  await dialog.getByLabel('Changes in').selectOption({ label: 'News' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(secret);
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  expect(await row.innerText()).toMatch(/active.*only News/s);
  await gateway.as('will').done('POST /channels/news/posts', { body: 'Good morning' });
  await expect
    .poll(async () => (await page.reload()) && row.innerText(), patience)
    .toMatch(/failing.*It could not be reached/s);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Deliver again to http://127.0.0.1:9/' }).click();
  await row.getByRole('button', { name: 'Remove http://127.0.0.1:9/' }).click();
  await page.getByText('The webhook is removed.').waitFor();
  expect((await gateway.as('will').done('GET /me/webhooks')).webhooks).toEqual([]);
});
