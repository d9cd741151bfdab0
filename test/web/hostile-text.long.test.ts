import { beforeAll, expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { line, nothingRan, payloads, ranOn, strayRequests } from '../support/hostile.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const text = payloads.join('\n\n');
const paths: string[] = [];

const pathIn = (url: string | undefined) => new URL(url!).pathname;

beforeAll(async () => {
  const mia = gateway.as('mia');
  const channel = await mia.done('POST /channels', { name: line(1), description: text.slice(0, 900), slug: 'hostile' });
  expect(channel.channel.slug).toBe('hostile');
  const agent = { 'workspace-agent': `${encodeURIComponent('<img src=x onerror="window.ran=1">')}/1` };
  const post = await mia.done('POST /channels/hostile/posts', { body: text }, agent);
  await mia.done(`POST /channels/hostile/posts/${post.post.id}/replies`, { body: text });
  const document = await mia.done(
    'POST /artifacts',
    { kind: 'markdown', title: line(0), content: text, channelId: 'hostile', idempotencyKey: 'd' },
    agent,
  );
  await mia.done(`PATCH /artifacts/${document.artifact.id}`, {
    expectedVersionId: document.artifact.versionId,
    content: `${text}\n\nmore ${text}`,
    idempotencyKey: 'd2',
  });
  const cells = payloads.map((payload) => `"${payload.replaceAll('"', '""')}"`).join(',');
  const sheet = await mia.done('POST /artifacts', {
    kind: 'csv',
    title: line(2),
    content: `${cells}\r\n${cells}\r\n`,
    channelId: 'hostile',
    idempotencyKey: 's',
  });
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/html' }), '<img src=x onerror=window.ran=1>.html');
  form.set('channelId', 'hostile');
  const file = await mia.done('POST /files', form);
  const picture = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>';
  picture.set('file', new Blob([svg], { type: 'image/svg+xml' }), 'picture.svg');
  picture.set('channelId', 'hostile');
  const image = await mia.done('POST /files', picture);
  const { dataSet } = await mia.done('POST /channels/hostile/data-sets', {
    name: line(3),
    objectType: 'thing',
    fields: [
      { key: 'words', label: line(4), type: 'text' },
      { key: 'link', label: 'Link', type: 'url' },
      { key: 'kind', label: 'Kind', type: 'select', options: { choices: [{ key: 'a', label: line(1) }] } },
    ],
  });
  const { record } = await mia.done('POST /channels/hostile/records', {
    objectTypeId: dataSet.objectTypeId,
    title: line(7),
    values: { words: text, link: 'https://elsewhere.invalid/', kind: 'a' },
  });
  const { view } = await mia.done('POST /channels/hostile/views', {
    name: line(5),
    objectTypeId: dataSet.objectTypeId,
    renderer: 'table',
    columns: ['words', 'link', 'kind'],
  });
  paths.push(
    '/',
    ...['', '/library', '/data', '/members'].map((part) => `/channels/hostile${part}`),
    ...[post.post.url, document.artifact.url, sheet.artifact.url, file.file.url, image.file.url].map(pathIn),
    ...['history', 'lines'].map((tab) => `${pathIn(document.artifact.url)}?tab=${tab}`),
    pathIn(record.url),
    pathIn(view.url),
    `/channels/hostile/data-sets/${dataSet.objectTypeId}`,
    '/search?q=window',
    '/activity',
    '/people',
    '/inbox',
  );
});

test('nothing that somebody wrote runs or loads anything, on any page', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test' });
  const stray = strayRequests(page, gateway.url);
  for (const path of paths) {
    await page.goto(gateway.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect({ path, ...(await ranOn(page)) }).toEqual({ path, ...nothingRan });
  }
  expect(stray).toEqual([]);
});
