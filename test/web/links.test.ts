import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const urls = new Set<string>();

/** Every `url` in an answer, at any depth. */
function collect(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [key, value] of Object.entries(answer)) {
    if (key === 'url' && typeof value === 'string' && value.startsWith(gateway.url)) urls.add(value);
    else collect(value);
  }
}

/** One of each kind in a private channel, and all that the lists answer about them. */
beforeAll(async () => {
  const mia = gateway.as('mia');
  for (const kind of ['markdown', 'csv']) {
    const content = kind === 'csv' ? 'City,People\nOslo,3\n' : '# Plan\n\nWe sign on Friday.\n';
    await mia.done('POST /artifacts', { kind, title: `A ${kind}`, content, channelId: 'board', idempotencyKey: kind });
  }
  const form = new FormData();
  form.set('file', new Blob(['a note'], { type: 'text/plain' }), 'note.txt');
  form.set('channelId', 'board');
  await mia.done('POST /files', form);
  const { post } = await mia.done('POST /channels/board/posts', { body: 'Look at the note, please.' });
  await mia.done(`POST /channels/board/posts/${post.id}/replies`, { body: 'I did.' });
  const { session } = await mia.done('POST /sessions', { title: 'Before the signing' });
  await mia.done(`POST /sessions/${session.id}/channels`, { channelId: 'board' });
  const { dataSet } = await mia.done('POST /channels/board/data-sets', {
    name: 'Deals',
    objectType: 'deal',
    fields: [{ key: 'amount', label: 'Amount', type: 'number' }],
  });
  const { objectTypeId } = dataSet;
  await mia.done('POST /channels/board/records', { objectTypeId, title: 'First', values: { amount: 5 } });
  await mia.done('POST /channels/board/views', { name: 'All', objectTypeId, renderer: 'table', columns: ['amount'] });
  const lists = [
    'channels',
    'artifacts',
    'files',
    'sessions',
    'search?limit=100',
    'channels/board',
    'channels/board/feed',
    'channels/board/views',
    `channels/board/posts/${post.id}/replies`,
  ];
  for (const list of lists) collect(await gateway.as('will').done(`GET /${list}`));
});

const notShared = 'Not shared with this account';

test('every url of an answer opens its page for users who may read it, and it is accessible', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test' });
  expect(urls.size).toBeGreaterThanOrEqual(10);
  for (const url of urls) {
    await page.goto(url);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    await page.waitForLoadState('networkidle');
    expect({ url, title: await title.first().innerText() }).not.toEqual({ url, title: notShared });
    await expectAccessible(page);
  }
});

test('for those who may not it is the page of things that do not exist', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'ned@workspace.test' });
  const said = new Set<string>();
  const hidden = [...urls].filter((url) => !/\/channels\/(general|news)/.test(url));
  for (const url of [...hidden, `${gateway.url}/channels/board/posts/post_unknown`, `${gateway.url}/artifacts/art_x`]) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: notShared }).waitFor();
    said.add((await page.locator('main').textContent())!);
  }
  expect([...said]).toHaveLength(1);
});
