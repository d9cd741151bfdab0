import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { scopes } from '../../schemas/operation.ts';
import { appPage } from '../support/app-pages.ts';
import { addClient, authorizationUrl, givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { line, nothingRan, payloads, ranOn, strayRequests } from '../support/hostile.ts';
import { accessToken } from '../support/product.ts';
import { accountAt, gatewayWith } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const eve = { email: 'eve@workspace.test', name: line(1), role: 'admin' } as const;
const ann = { email: 'ann@workspace.test', role: 'admin' } as const;
const gateway = gatewayWith(() => ['--webhook-hosts', '*'], eve, ann);
const shared = sharedBrowser();
const channel = 'hostile';
const paths: string[] = [];
const text = payloads.join('\n\n');

const pathIn = (url: string | undefined) => new URL(url!).pathname;

/** Eve writes into all that the pages of an organisation show, and Ann reads it. */
beforeAll(async () => {
  const { dataFolder, url } = gateway;
  await inStorage(dataFolder, async (tx) => {
    await tx
      .updateTable('organizations')
      .set({ name: line(0) })
      .execute();
  });
  const token = await accessToken(dataFolder, '--user', eve.email, '--scope', scopes.join(' '));
  const { done } = accountAt(url, token);
  await done('POST /channels', { name: line(2), description: text.slice(0, 900), slug: channel });
  const channelId = (await done(`GET /channels/${channel}`)).channel.id;
  const mentioned = { mentionedUserIds: [gateway.idOf(ann.email)] };
  const { post } = await done(`POST /channels/${channel}/posts`, { body: `${text}\n\n@${ann.email}`, ...mentioned });
  await done(`POST /channels/${channel}/feed/threads/post/${post.id}/comments`, { body: text });

  const document = { kind: 'markdown', title: line(3), content: text, channelId: channel, idempotencyKey: 'd' };
  const { artifact } = await done('POST /artifacts', document);
  await done(`POST /channels/${channel}/feed/threads/artifact/${artifact.id}/comments`, {
    body: `${text}\n\n@${ann.email}`,
    ...mentioned,
  });
  const trashed = (await done('POST /artifacts', { ...document, title: line(4), idempotencyKey: 't' })).artifact;
  await done(`DELETE /artifacts/${trashed.id}`);
  const content = `${payloads.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`.repeat(3);
  const sheet = await done('POST /artifacts', {
    ...document,
    kind: 'csv',
    title: line(5),
    content,
    idempotencyKey: 's',
  });

  const { session } = await done('POST /sessions', { title: line(6) });
  await done(`POST /sessions/${session.id}/channels`, { channelId });
  await done(`POST /sessions/${session.id}/messages`, { body: text.slice(0, 900) });

  const { dataSet } = await done(`POST /channels/${channel}/data-sets`, {
    name: line(7),
    objectType: 'thing',
    fields: [
      { key: 'words', label: line(8), type: 'long_text' },
      { key: 'kind', label: line(9), type: 'select', options: { choices: [{ key: 'a', label: line(1) }] } },
      { key: 'on', label: line(2), type: 'date' },
      { key: 'amount', label: line(3), type: 'number' },
      { key: 'mail', label: 'Mail', type: 'email' },
      { key: 'many', label: 'Many', type: 'text' },
    ],
  });
  const { objectTypeId } = dataSet;
  const values = { words: text, kind: 'a', on: new Date().toISOString().slice(0, 10), amount: 3, many: line(4) };
  const { record } = await done(`POST /channels/${channel}/records`, { objectTypeId, title: line(5), values });
  await done(`PATCH /channels/${channel}/records/${record.id}`, { title: line(6) });
  const metric = { function: 'sum', field: 'amount', alias: 'sum' };
  const views = [
    { renderer: 'board', groupByFieldKey: 'kind' },
    { renderer: 'calendar', dateFieldKey: 'on' },
    { renderer: 'timeline', startFieldKey: 'on', endFieldKey: 'on', groupByFieldKey: 'kind' },
    {
      renderer: 'dashboard',
      widgets: ['column', 'bar', 'donut', 'table'].map((type, at) => ({
        id: `w${at}`,
        title: line(at),
        type,
        groupBy: ['many'],
        metrics: [metric],
      })),
    },
    {
      renderer: 'pivot_table',
      rowFieldKeys: ['many'],
      period: { fieldKey: 'on', interval: 'month' },
      metric: { function: 'sum', field: 'amount' },
    },
  ];
  for (const [at, definition] of views.entries()) {
    const made = await done(`POST /channels/${channel}/views`, {
      ...definition,
      objectTypeId,
      name: `${at}${line(at)}`,
    });
    paths.push(pathIn(made.view.url), `${pathIn(made.view.url)}/edit`);
  }

  await addClient(dataFolder, { name: line(7) });
  await done('POST /feedback', { description: text });
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/csv' }), '<img src=x onerror=window.ran=1>.csv');
  form.set('channelId', channel);
  const { file } = await done('POST /files', form);
  paths.push(
    '/',
    ...[
      '',
      '/library',
      '/data',
      '/members',
      '/settings',
      '/add',
      '/upload',
      '/new-session',
      '/import',
      '/new-document',
    ].map((part) => `/channels/${channel}${part}`),
    ...['users', 'invitations', 'organization', 'feedback', 'sources', 'issuers', 'applications'].map(
      (part) => `/admin/${part}`,
    ),
    pathIn(file.url),
    `/channels/${channel}/import?file=${file.id}`,
    `/artifacts/${artifact.id}`,
    `/artifacts/${artifact.id}/edit`,
    `/artifacts/${sheet.artifact.id}/cells`,
    `/artifacts/${sheet.artifact.id}/data-set`,
    pathIn(post.url),
    pathIn(record.url),
    `/sessions/${session.id}`,
    `/channels/${channel}/data-sets/${objectTypeId}?tab=fields`,
    `/channels/${channel}/data-sets/${objectTypeId}/new-view`,
    `/people/${gateway.idOf(eve.email)}`,
    '/people',
    '/inbox',
    '/activity',
    '/trash',
    '/sessions',
    '/account',
    '/search?q=window',
    `/search?q=${encodeURIComponent(payloads[1]!)}`,
    `/uploads/new?${new URLSearchParams({ channel, agent: payloads[1]!, name: payloads[0]! }).toString()}`,
  );
});

async function expectHarmless(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect({ path, ...(await ranOn(page)) }).toEqual({ path, ...nothingRan });
}

test('names of people, organisations, channels, fields, choices, widgets and applications are text on every page', async () => {
  const page = await appPage(shared.browser, gateway, { user: ann.email });
  const stray = strayRequests(page, gateway.url);
  for (const path of paths) {
    await page.goto(gateway.url + path);
    await expectHarmless(page, path);
    expect({ path, title: await page.getByRole('heading', { level: 1 }).first().innerText() }).not.toEqual({
      path,
      title: 'Not shared with this account',
    });
  }
  expect(stray).toEqual([]);
});

test('the page of consent shows the name of an application as text', async () => {
  await givePasswords(gateway.dataFolder, ann.email);
  const client = await addClient(gateway.dataFolder, { name: payloads[1]! });
  const page = await appPage(shared.browser, gateway, { user: ann.email });
  const stray = strayRequests(page, gateway.url);
  await page.goto(authorizationUrl(gateway.url, client));
  await page.getByLabel('Email address').fill(ann.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('onerror').first().waitFor();
  await expectHarmless(page, 'consent');
  expect(stray).toEqual([]);
});
