import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

/** Texts that run or load something wherever they become HTML, an address or a style. Each would set `window.ran`. */
const payloads = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload="window.ran = 1"><use href="data:image/svg+xml,<svg id=x onload=window.ran=1>#x"/></svg>',
  '"><iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '[click](javascript:window.ran=1) ![x](https://elsewhere.invalid/x.png)',
  '[a](data:text/html,<script>opener.ran=1</script>) <https://elsewhere.invalid/>',
  '<style>@import "https://elsewhere.invalid/x.css";</style><base href="https://elsewhere.invalid/">',
  '<a href="javascript:window.ran=1" autofocus onfocus="window.ran=1">x</a>',
  '{{constructor.constructor("window.ran=1")()}} ${window.ran=1}',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=window.ran=1></style></mglyph></math>',
];
const text = payloads.join('\n\n');
const line = (index: number) => payloads[index % payloads.length]!.slice(0, 180);
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

/** Requests of a page that leave the gateway. */
function strayRequests(page: Page): readonly string[] {
  const stray: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(gateway.url)) stray.push(request.url());
  });
  return stray;
}

test('nothing that somebody wrote runs or loads anything, on any page', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test' });
  const stray = strayRequests(page);
  for (const path of paths) {
    await page.goto(gateway.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const ran = await page.evaluate('window.ran');
    const addresses = (await page.evaluate(
      `[...document.querySelectorAll('[href], [src]')].map((one) => one.getAttribute('href') ?? one.getAttribute('src'))`,
    )) as string[];
    expect({ path, ran }).toEqual({ path, ran: undefined });
    expect(addresses.filter((address) => /^\s*(javascript|data|vbscript):/i.test(address))).toEqual([]);
  }
  expect(stray).toEqual([]);
});
