import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { form, textFile } from '../support/forms.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { type Name, staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const notShared = { level: 1, name: 'Not shared with this account' } as const;

const open = (name: Name, path: string) => appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

/** How often the page has asked for changes since. */
function countingPolls(page: Page): () => number {
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/workspace/activity?')) polls += 1;
  });
  return () => polls;
}

const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Workspace' });

/** A private channel of Mia's that others are in. */
async function privateChannel(name: string, ...members: Name[]): Promise<string> {
  const { channel } = await gateway.as('mia').done('POST /channels', { name, visibility: 'private' });
  for (const member of members) {
    await gateway.as('mia').done(`PUT /channels/${channel.id}/members/${gateway.idOf(member)}`, { role: 'writer' });
  }
  return channel.slug;
}

test('who is taken out of a channel loses its open page at the next look, and all that was read of it', async () => {
  const slug = await privateChannel('Merger', 'will', 'rita');
  const [rita, will] = await Promise.all([open('rita', `/channels/${slug}`), open('will', `/channels/${slug}`)]);
  const agent = await startHttpHost(`${gateway.url}/mcp`, gateway.as('mia').token!);
  await agent.done('workspace_post_create', { channelId: slug, body: 'The price is a **secret**.' });
  for (const page of [rita, will]) await page.getByRole('article').getByText('The price is a secret.').waitFor();

  const polls = countingPolls(rita);
  await gateway.as('mia').done(`DELETE /channels/${slug}/members/${gateway.idOf('rita')}`);
  await rita.getByRole('heading', notShared).waitFor();
  expect(polls()).toBeLessThanOrEqual(2);
  await sidebarOf(rita).getByRole('link', { name: 'Merger' }).waitFor({ state: 'detached' });
  await expectAccessible(rita);
  await rita.keyboard.press('Control+k');
  await rita.getByRole('dialog', { name: 'Go anywhere' }).waitFor();
  await rita.keyboard.type('merger');
  await rita.getByRole('option', { name: 'Search for “merger”' }).waitFor();
  expect(await rita.getByRole('option').allInnerTexts()).toEqual(['Search for “merger”']);
  await rita.keyboard.press('Escape');

  await rita.getByRole('link', { name: 'Go to your channels' }).click();
  await rita.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await rita.route('**/api/workspace/channels/**', () => {}); // Nothing is answered any more.
  await rita.goBack();
  await rita.getByText('Reading the channel').waitFor();
  expect(await rita.locator('body').innerText()).not.toMatch(/Merger|secret/);

  await will.getByLabel('Post to Merger').fill('Still here');
  await will.getByRole('button', { name: 'Post', exact: true }).click();
  await will.getByRole('article').getByText('Still here').waitFor();
});

test('a channel that becomes private leaves the pages of all others, and comes back when it is opened', async () => {
  const { channel } = await gateway.as('mia').done('POST /channels', { name: 'Open house' });
  const page = await open('ned', `/channels/${channel.slug}`);
  await page.getByRole('heading', { level: 1, name: 'Open house' }).waitFor();
  const polls = countingPolls(page);
  await gateway.as('mia').done(`PATCH /channels/${channel.slug}`, { visibility: 'private' });
  await page.getByRole('heading', notShared).waitFor();
  expect(polls()).toBeLessThanOrEqual(2);
  await sidebarOf(page).getByRole('link', { name: 'Open house' }).waitFor({ state: 'detached' });
  await gateway.as('mia').done(`PUT /channels/${channel.slug}/members/${gateway.idOf('ned')}`, { role: 'reader' });
  await page.getByRole('heading', { level: 1, name: 'Open house' }).waitFor();
});

test('a document that moves away and a file that is detached leave the pages that show them', async () => {
  const slug = await privateChannel('Archive');
  const document = { kind: 'markdown', title: 'Terms', content: 'Nobody else knows these terms.', channelId: 'board' };
  const { artifact } = await gateway.as('mia').done('POST /artifacts', { ...document, idempotencyKey: 'terms' });
  const { file } = await gateway
    .as('mia')
    .done('POST /files', form(['channelId', 'board'], ['file', textFile('A line of a file.'), 'note.txt']));
  const reading = await open('rita', `/channels/board/artifacts/${artifact.id}`);
  const looking = await open('will', `/channels/board/files/${file.id}`);
  await reading.getByText('Nobody else knows these terms.').waitFor();
  await looking.getByText('A line of a file.').waitFor();

  const moved = { channelId: slug, idempotencyKey: 'moved' };
  await gateway.as('mia').done(`PATCH /artifacts/${artifact.id}`, moved);
  const board = (await gateway.as('mia').done('GET /channels/board')).channel.id;
  await gateway.as('mia').done(`DELETE /files/${file.id}/links`, { targetType: 'channel', targetId: board });
  for (const page of [reading, looking]) await page.getByRole('heading', notShared).waitFor();
  expect(await reading.locator('body').innerText()).not.toContain('terms');
});

test('who may only read is told so before anything is typed, and whose right ends keeps the edits', async () => {
  const input = { channelId: 'board', content: 'Name,City\nAda,Oslo\n' };
  const made = async (kind: string) => {
    const artifact = { ...input, kind, title: `Read only ${kind}`, idempotencyKey: `read only ${kind}` };
    return (await gateway.as('mia').done('POST /artifacts', artifact)).artifact.id;
  };
  const [document, sheet] = [await made('markdown'), await made('csv')];
  const reading = await open('rita', `/artifacts/${document}/edit`);
  await reading.getByText('You may read this document, but not change it.').waitFor();
  expect(await reading.getByRole('textbox').count()).toBe(0);
  await expectAccessible(reading);
  await reading.goto(`${gateway.url}/artifacts/${sheet}/cells`);
  await reading.getByText('You may read this sheet, but not change it.').waitFor();
  expect(await reading.getByRole('grid').count()).toBe(0);

  const editing = await open('will', `/artifacts/${sheet}/cells`);
  await editing.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`PUT ${member}`, { role: 'reader' });
  await editing.getByText('You may not change this sheet any more.').waitFor();
  await editing.getByRole('gridcell', { name: 'Oslo' }).click();
  await editing.keyboard.type('Paris');
  await editing.keyboard.press('Enter');
  await editing.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await editing.getByRole('heading', { level: 1, name: 'Read only csv (copy)' }).waitFor();
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
});
