import { mkdirSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Chat, openChat } from '../support/chat-host.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { connectHost } from '../support/hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { limits } from '../../schemas/limits.ts';
import { forAppKey } from '../../schemas/mcp-apps.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const apps = ['view', 'query', 'artifact', 'upload'] as const;
const allUris = apps.map((name) => `ui://workspace/${name}.html`);
const showing = {
  capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
};

/** A day of the present month, on which calendars open. */
const dayOf = (day: number) => `${new Date().toISOString().slice(0, 8)}${String(day).padStart(2, '0')}`;
const choices = ['lead', 'won', 'lost'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
const deals = Array.from({ length: 9 }, (_, index) => ({
  title: `Deal ${index + 1}`,
  values: {
    stage: choices[index % 3]!.key,
    amount: 1_000 * (index + 1),
    starts: dayOf(index + 1),
    ends: dayOf(index + 3),
  },
}));
const count = { alias: 'deals', function: 'count_rows' };
const views = {
  table: { columns: ['stage', 'amount', 'owner'], sort: [{ fieldKey: 'amount', direction: 'asc' }] },
  board: { groupByFieldKey: 'stage', cardFieldKeys: ['amount'] },
  calendar: { dateFieldKey: 'starts', endDateFieldKey: 'ends', cardFieldKeys: ['amount'] },
  timeline: { startFieldKey: 'starts', endFieldKey: 'ends', groupByFieldKey: 'stage' },
  dashboard: {
    widgets: [
      { id: 'all', title: 'All deals', type: 'number', metrics: [count] },
      { id: 'stages', title: 'Stages', type: 'bar', groupBy: ['stage'], metrics: [count] },
    ],
  },
  pivot_table: {
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'starts', interval: 'month', count: 3 },
    metric: { function: 'sum', field: 'amount' },
    totals: { rows: true, columns: true },
  },
} as const;
/** Words that only a View that is drawn holds. */
const drawn: Record<keyof typeof views, string> = {
  table: '€1,000',
  board: 'Add a card to Won',
  calendar: 'Deal 1',
  timeline: 'Deal 1',
  dashboard: 'Stages',
  pivot_table: '€45,000',
};
let objectTypeId: string;

beforeAll(async () => {
  const { done } = gateway.as('mia');
  const fields = [
    { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
    { key: 'amount', label: 'Amount', type: 'currency', options: { currencyCode: 'EUR' } },
    { key: 'starts', label: 'Starts', type: 'date' },
    { key: 'ends', label: 'Ends', type: 'date' },
    { key: 'owner', label: 'Owner', type: 'user' },
  ];
  objectTypeId = (await done('POST /channels/news/data-sets', { name: 'Deals', fields })).dataSet.objectTypeId;
  const create = deals.map(({ title, values }) => ({ title, values: { ...values, owner: gateway.idOf('will') } }));
  await done('POST /channels/news/records/batch', { objectTypeId, create });
  for (const [renderer, definition] of Object.entries(views)) {
    await done('POST /channels/news/views', { objectTypeId, name: `Deals as ${renderer}`, renderer, ...definition });
  }
});

/** Will's chat, which shows apps. */
async function willsHost(options: object = showing) {
  const { client } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!, options);
  return client;
}

async function htmlOf(client: Client, name: (typeof apps)[number]): Promise<string> {
  const { contents } = await client.readResource({ uri: `ui://workspace/${name}.html` });
  return (contents[0] as { text: string }).text;
}

type Call = Chat['called'][number];

interface Shown {
  readonly app: (typeof apps)[number];
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** How the host passes calls on; `null`: it passes none on. */
  readonly callTool?: ((request: Call) => Promise<unknown>) | null;
}

/** Will's agent calls a tool, and the chat shows its app. */
async function shownTo(client: Client, { app, tool, input, theme, width, callTool }: Shown): Promise<Chat> {
  const chat = await openChat(shared.browser, {
    html: await htmlOf(await willsHost(), app),
    ...(theme && { theme }),
    ...(width && { width }),
    callTool: callTool === null ? undefined : (callTool ?? ((request) => client.callTool(request))),
  });
  await chat.answered(input, await client.callTool({ name: tool, arguments: input }));
  return chat;
}

const slugOf = (renderer: string) => `deals-as-${renderer.replace('_', '-')}`;

const viewOf = (client: Client, viewId: string, more: Partial<Shown> = {}) =>
  shownTo(client, {
    app: 'view',
    tool: 'workspace_view_data',
    input: { channelId: 'news', viewId: slugOf(viewId) },
    ...more,
  });

const cell = (app: Frame, text: string) => app.getByRole('gridcell', { name: text, exact: true });
const folder = process.env.APPS_SCREENS;
if (folder) mkdirSync(folder, { recursive: true });
const kept = async ({ page }: Chat, name: string) => {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

describe('hosts', () => {
  test('one that shows no apps sees and hears the same as before', async () => {
    const [plain, shower] = [await willsHost({}), await willsHost()];
    const [{ tools }, { tools: withApps }] = [await plain.listTools(), await shower.listTools()];
    expect(JSON.stringify(tools)).not.toContain('_meta');
    expect(JSON.stringify(withApps.map(({ _meta, ...tool }) => tool))).toBe(JSON.stringify(tools));
    expect(withApps.flatMap(({ name, _meta }) => (_meta ? [[name, _meta.ui]] : []))).toEqual([
      ['workspace_artifact_get', { resourceUri: 'ui://workspace/artifact.html' }],
      ['workspace_file_upload_prepare', { resourceUri: 'ui://workspace/upload.html' }],
      ['workspace_query_run', { resourceUri: 'ui://workspace/query.html' }],
      ['workspace_view_data', { resourceUri: 'ui://workspace/view.html' }],
    ]);
    const input = { name: 'workspace_view_data', arguments: { channelId: 'news', viewId: 'deals-as-table' } };
    const [told, shown] = [await plain.callTool(input), await shower.callTool(input)];
    expect(told).not.toHaveProperty('_meta');
    expect({ ...shown, _meta: undefined }).toEqual({ ...told, _meta: undefined });
    const listed = async (client: Client) =>
      (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
    expect([await listed(plain), await listed(shower)]).toEqual([[], allUris]);
  });

  test('over stdio they are told the same', async () => {
    const dataFolder = await temporaryFolder();
    const host = await connectHost(dataFolder, [], showing);
    const plain = await connectHost(dataFolder, []);
    const marked = async ({ client }: typeof host) =>
      (await client.listTools()).tools.filter(({ _meta }) => _meta !== undefined).length;
    expect([await marked(host), await marked(plain)]).toEqual([4, 0]);
    const { client } = host;
    expect(await htmlOf(client, 'upload')).toContain('<!doctype html>');
    await Promise.all([client.close(), plain.client.close()]);
  });

  test('an app is one small page that names no address and loads nothing', async () => {
    const client = await willsHost();
    for (const name of apps) {
      const { contents } = await client.readResource({ uri: `ui://workspace/${name}.html` });
      const [{ text, mimeType, _meta }] = contents as unknown as [{ text: string; mimeType: string; _meta: object }];
      expect({ mimeType, _meta }).toEqual({
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { prefersBorder: true } },
      });
      expect({ name, isSmall: text.length <= 150_000 }).toEqual({ name, isSmall: true });
      const named = text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '').match(/https?:\/\/\w.{20}|\bimport\(.{20}/g);
      const [, style] = /<style>(.*)<\/style>/s.exec(text)!;
      expect([name, named, style!.match(/@import.{20}|url\(.{20}/g)]).toEqual([name, null, null]);
    }
  });
});

describe('Views', () => {
  test.each(Object.keys(views) as (keyof typeof views)[])('%s is drawn in both themes and widths', async (renderer) => {
    const client = await willsHost();
    for (const [theme, ground] of [
      ['light', 'rgb(250, 249, 245)'],
      ['dark', 'rgb(38, 38, 36)'],
    ] as const) {
      for (const width of [400, 900]) {
        const chat = await viewOf(client, renderer, { theme, width });
        await chat.changed({ theme, styles: { variables: { '--color-background-primary': ground } } });
        await chat.app.getByText(drawn[renderer]).filter({ visible: true }).first().waitFor();
        await chat.app.getByRole('heading', { name: `Deals as ${renderer}` }).waitFor();
        const body = 'getComputedStyle(document.body).backgroundColor';
        await expect.poll(() => chat.app.evaluate(body)).toBe(ground);
        expect(await chat.app.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await expect
          .poll(() => chat.app.evaluate('innerHeight - document.body.getBoundingClientRect().height'))
          .toBe(0);
        await kept(chat, `${renderer}-${theme}-${width}`);
        if (width === 900) await expectAccessible(chat.app);
        expect(await chat.removed()).toEqual({});
        expect(await chat.app.locator('#app').innerText()).toBe('');
      }
    }
  });

  test('a cell is changed by its version and a key, and who was slower learns what happened', async () => {
    const client = await willsHost();
    const chat = await viewOf(client, 'table');
    const { app } = chat;
    await cell(app, '€1,000').dblclick();
    await app.getByRole('textbox', { name: 'Amount of Deal 1' }).fill('1500');
    await app.page().keyboard.press('Enter');
    await cell(app, '€1,500').waitFor();
    await app.getByRole('button', { name: 'Undo' }).waitFor();
    expect(chat.toldModel).toEqual([expect.stringMatching(/read them anew: rec_\w+$/)]);
    const write = chat.called.find(({ name }) => name === 'workspace_records_write');
    expect(write!.arguments).toMatchObject({
      update: [{ values: { amount: 1_500 }, expectedVersionNumber: 1 }],
      idempotencyKey: expect.stringMatching(/./),
    });

    const { id } = (await gateway.as('mia').done('GET /channels/news/views/deals-as-table/data')).data.records!.find(
      ({ title }) => title === 'Deal 2',
    )!;
    await gateway.as('mia').done(`PATCH /channels/news/records/${id}`, { values: { amount: 2_222 } });
    await cell(app, '€2,000').dblclick();
    await app.getByRole('textbox', { name: 'Amount of Deal 2' }).fill('2001');
    await app.page().keyboard.press('Enter');
    const clash = app.getByRole('dialog', { name: 'Somebody else was faster' });
    await clash.getByText('Amount is now €2,222; you wanted €2,001.').waitFor();
    await clash.getByText('mia').waitFor();
    await kept(chat, 'conflict');
    await clash.getByRole('button', { name: 'Leave it as it is' }).click();
    await cell(app, '€2,222').waitFor();
    const stored = await gateway.as('mia').done(`GET /channels/news/records/${id}`);
    expect(stored.record.values.amount).toBe(2_222);
  });

  test('a grouped table has its groups, which open and close', async () => {
    const { done } = gateway.as('mia');
    const grouped = { objectTypeId, name: 'Deals in groups', renderer: 'table', ...views.table };
    await done('POST /channels/news/views', { ...grouped, groupByFieldKey: 'stage' });
    const input = { channelId: 'news', viewId: 'deals-in-groups' };
    const chat = await shownTo(await willsHost(), { app: 'view', tool: 'workspace_view_data', input });
    const { app } = chat;
    const { groups } = (await done('GET /channels/news/views/deals-in-groups/data')).data;
    for (const { label, count } of groups!) await app.getByRole('button', { name: `${label} ${count}` }).waitFor();
    await kept(chat, 'groups');
    await app.getByRole('link', { name: 'Deal 5' }).waitFor();
    await app.getByRole('button', { name: /^Won / }).click();
    await app.getByRole('link', { name: 'Deal 5' }).waitFor({ state: 'detached' });
    await app.getByRole('link', { name: 'Deal 9' }).waitFor();
  });

  test('a card is moved by its menu, and a new one is added', async () => {
    const client = await willsHost();
    const chat = await viewOf(client, 'board');
    const { app } = chat;
    await app.getByRole('button', { name: 'Move Deal 4' }).click();
    await kept(chat, 'menu');
    await app.getByRole('menuitem', { name: 'Move to Won' }).click();
    await app.getByText('“Deal 4” is in Won now.').waitFor();
    await app.getByRole('heading', { name: 'Won 4' }).waitFor();
    await app.getByRole('button', { name: 'Add a card to Lost' }).click();
    await app.getByRole('textbox').fill('Fresh');
    await app.page().keyboard.press('Enter');
    await app.getByRole('heading', { name: 'Lost 4' }).waitFor();
    const won = await gateway.as('mia').done('GET /channels/news/views/deals-as-board/data');
    expect(won.data.records!.find(({ title }) => title === 'Deal 4')!.values.stage).toBe('won');
    await app.getByRole('link', { name: 'Open in the workspace' }).click();
    await expect.poll(() => chat.opened).toEqual([`${gateway.url}/channels/news/views/deals-as-board`]);
  });

  test('a slow reading hides no newer one', async () => {
    const client = await willsHost();
    const { done } = gateway.as('mia');
    const fields = [{ key: 'rank', label: 'Rank', type: 'number' }];
    const own = (await done('POST /channels/news/data-sets', { name: 'Tasks', fields })).dataSet.objectTypeId;
    const create = Array.from({ length: 120 }, (_, index) => ({
      title: `Task ${index + 1}`,
      values: { rank: 1_001 + index },
    }));
    await done('POST /channels/news/records/batch', { objectTypeId: own, create });
    const sort = [{ fieldKey: 'rank', direction: 'asc' }];
    const view = { objectTypeId: own, name: 'Tasks', renderer: 'table', columns: ['rank', 'created_by'], sort };
    await done('POST /channels/news/views', view);

    const slow = Promise.withResolvers<void>();
    let pages = 0;
    const callTool = async (request: Call) => {
      const answer = await client.callTool(request);
      if (request.name === 'workspace_view_data' && (pages += 1) === 1) await slow.promise;
      return answer;
    };
    const input = { channelId: 'news', viewId: 'tasks' };
    const { app } = await shownTo(client, { app: 'view', tool: 'workspace_view_data', input, callTool });
    await cell(app, '1,001').waitFor();
    await app.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => pages).toBe(1);
    await cell(app, '1,001').dblclick();
    await app.getByRole('textbox', { name: 'Rank of Task 1' }).fill('500');
    await app.page().keyboard.press('Enter');
    await app.getByRole('button', { name: /Show more|Reading/ }).waitFor({ state: 'detached' });
    const before = pages;
    slow.resolve();
    await expect.poll(() => pages).toBeGreaterThan(before);
    await cell(app, '500').waitFor();
    expect(await cell(app, '1,001').count()).toBe(0);
  });

  test('values too long for an answer are left out', async () => {
    const client = await willsHost();
    const { done } = gateway.as('mia');
    const fields = ['one', 'two', 'three'].map((key) => ({ key, label: key, type: 'text' }));
    const own = (await done('POST /channels/news/data-sets', { name: 'Texts', fields })).dataSet.objectTypeId;
    const long = 'x'.repeat(limits.cell);
    const values = { one: long, two: long, three: 'x' };
    const wanted = { objectTypeId: own, title: 'Text', values };
    const { id: recordId } = (await done('POST /channels/news/records', wanted)).record;
    const forApp = async () =>
      (await client.callTool({ name: 'workspace_record_get', arguments: { channelId: 'news', recordId } }))._meta?.[
        forAppKey
      ] as object | undefined;
    const lengthen = (length: number) =>
      done(`PATCH /channels/news/records/${recordId}`, { values: { three: 'x'.repeat(length) } });
    await lengthen(50_000);
    const room = limits.forAppBytes - Buffer.byteLength(JSON.stringify(await forApp()));
    await lengthen(50_000 + room);
    expect(Buffer.byteLength(JSON.stringify(await forApp()))).toBe(limits.forAppBytes);
    await lengthen(50_001 + room);
    expect(await forApp()).toBeUndefined();
  });

  test('a host that passes no calls on shows a View to read', async () => {
    const chat = await viewOf(await willsHost(), 'board', { callTool: null });
    await chat.app.getByRole('heading', { name: /^Won/ }).waitFor();
    expect(await chat.app.getByRole('button', { name: /Move|Add/ }).count()).toBe(0);
  });

  test('a call that was cancelled or refused is told', async () => {
    const client = await willsHost();
    const chat = await openChat(shared.browser, { html: await htmlOf(client, 'view') });
    await chat.cancelled('the person stopped it');
    await chat.app.getByText('The call was cancelled').waitFor();
    const refused = await viewOf(client, 'unknown');
    await expect.poll(() => refused.app.getByRole('alert').innerText()).toMatch(/\w+ \w+/);
  });
});

describe('answers of other tools', () => {
  test('figures of a typed query are a chart, with the query', async () => {
    const client = await willsHost();
    const input = { channelId: 'news', objectTypeId, operation: 'aggregate', groupBy: ['stage'], metrics: [count] };
    for (const theme of ['light', 'dark'] as const) {
      const chat = await shownTo(client, { app: 'query', tool: 'workspace_query_run', input, theme, width: 400 });
      await chat.app.getByRole('heading', { name: 'Deals', exact: true }).waitFor();
      await chat.app.getByText('Won').first().waitFor();
      await expectAccessible(chat.app);
      await kept(chat, `query-${theme}`);
    }
    const rows = { channelId: 'news', objectTypeId, operation: 'records' };
    const chat = await shownTo(client, { app: 'query', tool: 'workspace_query_run', input: rows });
    await chat.app.getByRole('cell', { name: 'Deal 3' }).waitFor();
    await kept(chat, 'query-records');
  });

  test('figures are told to who may only query, of the Data Set of that channel', async () => {
    const { done } = gateway.as('mia');
    const fields = [{ key: 'stage', label: 'Phase', type: 'text' }];
    await done('POST /channels/board/data-sets', { name: 'Deals', objectType: 'deals', fields });
    const input = {
      channelId: 'news',
      objectTypeId: 'deals',
      operation: 'aggregate',
      groupBy: ['stage'],
      metrics: [count],
    };
    const query = { app: 'query', tool: 'workspace_query_run', input } as const;
    const token = await accessToken(gateway.dataFolder, '--user', 'will@workspace.test', '--scope', 'workspace.query');
    const { client } = await startHttpHost(`${gateway.url}/mcp`, token, showing);
    const chat = await shownTo(client, query);
    await chat.app.getByRole('heading', { name: 'Figures of a query' }).waitFor();
    await chat.app.getByText('won').first().waitFor();
    const reader = await shownTo(await willsHost(), query);
    await reader.app.getByRole('heading', { name: 'Deals', exact: true }).waitFor();
    await reader.app.getByText('Won').first().waitFor();
  });

  test('documents, sheets, versions and differences are read', async () => {
    const client = await willsHost();
    const { done } = gateway.as('mia');
    const text = '# Plan\n\nWe **begin** on [Monday](https://example.com/x).\n\n- [ ] one\n- [x] two\n';
    const made = (
      await done('POST /artifacts', {
        kind: 'markdown',
        title: 'Plan',
        content: text,
        channelId: 'news',
        idempotencyKey: 'plan',
      })
    ).artifact;
    await done(`PATCH /artifacts/${made.id}`, {
      expectedVersionId: made.versionId,
      content: text.replace('Monday', 'Friday'),
      idempotencyKey: 'friday',
    });
    const content = `name,amount\n${Array.from({ length: 3_000 }, (_, row) => `row ${row},${row}`).join('\n')}\n`;
    const sheet = (
      await done('POST /artifacts', { kind: 'csv', title: 'Rows', content, channelId: 'news', idempotencyKey: 'rows' })
    ).artifact;
    const show = (input: Record<string, unknown>, more: Partial<Shown> = {}) =>
      shownTo(client, { app: 'artifact', tool: 'workspace_artifact_get', input, ...more });

    const document = await show({ artifactId: made.id }, { theme: 'dark', width: 400 });
    await document.app.getByText('begin').waitFor();
    await expectAccessible(document.app);
    await kept(document, 'document-dark-400');
    await document.app.getByRole('link', { name: 'Friday' }).click();
    await expect.poll(() => document.opened).toEqual(['https://example.com/x']);

    const diff = await show({ artifactId: made.id, diffFrom: made.versionId, versions: true });
    await diff.app.getByText('Friday').waitFor();
    await kept(diff, 'diff-light-900');

    const long = await show({ artifactId: sheet.id });
    await long.app.getByRole('gridcell', { name: 'row 0', exact: true }).waitFor();
    await long.app.getByText(/^The first [\d,]+ rows/).waitFor();
    await kept(long, 'sheet-light-900');
    for (let step = 0; step < 9 && (await long.app.getByText('It goes on.').count()) > 0; step += 1) {
      await long.app.getByRole('button', { name: 'Read on' }).click();
      await long.app.getByRole('button', { name: 'Reading …' }).waitFor({ state: 'detached' });
    }
    await long.app.getByText('All 3,000 rows').waitFor();
  });

  test('a small file goes through the chat, and a large one by the page of the workspace', async () => {
    const client = await willsHost();
    const input = { channelId: 'news', fileName: 'notes.txt' };
    const chat = await shownTo(client, { app: 'upload', tool: 'workspace_file_upload_prepare', input, width: 400 });
    const { app } = chat;
    await app.getByText('It goes to News').waitFor();
    await expectAccessible(app);
    await kept(chat, 'upload-light-400');
    const choose = (bytes: number) =>
      app
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'a') });
    await choose(40_000);
    await app.getByText('more than a chat passes on').waitFor();
    await app.getByRole('button', { name: 'Open the upload page' }).click();
    await expect.poll(() => chat.opened[0]).toMatch(/\/uploads\/new\?/);
    await choose(1_000);
    await app.getByText('Stored:').waitFor();
    const { files } = await gateway.as('mia').done('GET /files?channelId=news');
    expect(files.map(({ fileName, size }) => [fileName, size])).toEqual([['notes.txt', 1_000]]);
    expect(chat.toldModel).toEqual([expect.stringContaining(files[0]!.id)]);
    await kept(chat, 'upload-stored');

    const token = await accessToken(gateway.dataFolder, '--user', 'will@workspace.test', '--scope', 'workspace.write');
    const writer = await startHttpHost(`${gateway.url}/mcp`, token, showing);
    const prepared = await shownTo(writer.client, { app: 'upload', tool: 'workspace_file_upload_prepare', input });
    await prepared.app.getByRole('button', { name: 'Choose the file' }).waitFor();
  });
});
