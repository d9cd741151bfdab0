import { mkdirSync } from 'node:fs';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import type { Chat } from '../support/chat-host.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { connectHost, type Structured } from '../support/hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { addShowcase, count, dealViews, type Show, slugOf } from '../support/showcase.ts';
import { htmlOf, showing, shownIn } from '../support/shown-apps.ts';
import { limits } from '../../schemas/limits.ts';
import { appNames, forAppKey } from '../../schemas/mcp-apps.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const allUris = appNames.map((name) => `ui://workspace/${name}.html`);
let shows: Record<string, Show>;
let objectTypeId: string;

beforeAll(async () => {
  shows = await addShowcase(gateway.as('mia'), 'news', gateway.idOf('will'));
  objectTypeId = String(shows['chart']!.input['objectTypeId']);
});

/** Will's chat, which shows apps. */
async function willsHost(options: object = showing) {
  const { client } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!, options);
  return client;
}

type Call = Chat['called'][number];
type Look = Parameters<typeof shownIn>[3];

/** An agent calls a tool, and the chat shows its app. */
const shownTo = async (client: Client, show: Omit<Show, 'words'>, look: Look = {}): Promise<Chat> =>
  shownIn(shared.browser, client, show, { reader: await willsHost(), ...look });

const viewOf = (client: Client, viewId: string, look: Look = {}) =>
  shownTo(
    client,
    { app: 'view', tool: 'workspace_view_data', input: { channelId: 'news', viewId: slugOf(viewId) } },
    look,
  );

/** An answer without the keys that are new each time. */
const withoutKeys = ({ _meta, ...answer }: CallToolResult): string =>
  JSON.stringify(answer).replaceAll(/idempotencyKey=[\w-]+|\bqry_\w+/g, '');

async function readToTheEnd(app: Frame): Promise<void> {
  for (let step = 0; step < 9 && (await app.getByText('It goes on.').count()) > 0; step += 1) {
    await app.getByRole('button', { name: 'Read on' }).click();
    await app.getByRole('button', { name: 'Reading …' }).waitFor({ state: 'detached' });
  }
}

/** How many times the app read its View anew. */
const reads = ({ called }: Chat): number => called.filter(({ name }) => name === 'workspace_view_data').length;

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
    for (const [name, { tool, input }] of Object.entries(shows)) {
      const asked = { name: tool, arguments: input };
      const [told, shown] = [await plain.callTool(asked), await shower.callTool(asked)];
      expect({ name, told: '_meta' in told, shown: forAppKey in (shown._meta ?? {}) }).toEqual({
        name,
        told: false,
        shown: true,
      });
      expect(withoutKeys(shown)).toBe(withoutKeys(told));
    }
    const listed = async (client: Client) =>
      (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
    expect([await listed(plain), await listed(shower)]).toEqual([[], allUris]);
  });

  test('over stdio they are told the same', async () => {
    const dataFolder = await temporaryFolder();
    const host = await connectHost(dataFolder, [], showing);
    const plain = await connectHost(dataFolder, []);
    const { client } = host;
    const [{ tools }, { tools: withApps }] = [await plain.client.listTools(), await client.listTools()];
    expect(JSON.stringify(tools)).not.toContain('_meta');
    expect(JSON.stringify(withApps.map(({ _meta, ...tool }) => tool))).toBe(JSON.stringify(tools));
    expect(withApps.filter(({ _meta }) => _meta !== undefined)).toHaveLength(appNames.length);
    for (const name of appNames) expect(await htmlOf(client, name)).toBe(await htmlOf(await willsHost(), name));
    await Promise.all([client.close(), plain.client.close()]);
  });

  test('an app is one small page that names no address and loads nothing', async () => {
    const client = await willsHost();
    for (const name of appNames) {
      const { contents } = await client.readResource({ uri: `ui://workspace/${name}.html` });
      const [{ text, mimeType, _meta }] = contents as unknown as [{ text: string; mimeType: string; _meta: object }];
      expect({ mimeType, _meta }).toEqual({
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { prefersBorder: true } },
      });
      expect({ name, isSmall: Buffer.byteLength(text) <= 150_000 }).toEqual({ name, isSmall: true });
      const named = text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '').match(/https?:\/\/\w.{20}|\bimport\(.{20}/g);
      const [, style] = /<style>(.*)<\/style>/s.exec(text)!;
      expect([name, named, style!.match(/@import.{20}|url\(.{20}/g)]).toEqual([name, null, null]);
    }
  });
});

describe('Views', () => {
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
    await expect.poll(() => reads(chat)).toBe(1);
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
    expect(reads(chat)).toBe(2);
  });

  test('a grouped table has its groups, which open and close', async () => {
    const { done } = gateway.as('mia');
    const grouped = { objectTypeId, name: 'Deals in groups', renderer: 'table', ...dealViews.table };
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
    const { app } = await shownTo(client, { app: 'view', tool: 'workspace_view_data', input }, { callTool });
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
});

describe('answers of other tools', () => {
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

  test('figures say what their answer had no room for', async () => {
    const client = await willsHost();
    const { done } = gateway.as('mia');
    const fields = Array.from({ length: 70 }, (_, index) => {
      const key = `${'c'.repeat(55)}${index + 1}`;
      return { key, label: `Column ${index + 1}`, type: 'text' };
    });
    const wide = (await done('POST /channels/news/data-sets', { name: 'Wide', fields })).dataSet.objectTypeId;
    const values = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(400)]));
    await done('POST /channels/news/records', { objectTypeId: wide, title: 'Long', values });
    const widgets = Array.from({ length: 45 }, (_, index) => ({
      id: `w${index + 1}`,
      title: `Amounts ${index + 1}`,
      type: 'table',
      groupBy: ['title', 'amount'],
      metrics: [count],
    }));
    const many = { objectTypeId, name: 'Many figures', renderer: 'dashboard', widgets };
    await done('POST /channels/news/views', many);
    const ask = async (asked: object) => {
      const input = { channelId: 'news', ...asked };
      const { structuredContent } = await client.callTool({ name: 'workspace_query_run', arguments: input });
      const chat = await shownTo(client, { app: 'query', tool: 'workspace_query_run', input });
      return { chat, app: chat.app, data: (structuredContent as Structured).data };
    };

    const records = await ask({ objectTypeId: wide, operation: 'records' });
    const { columns, columnCount, shortened } = records.data;
    expect([columnCount, shortened!.length > 0]).toEqual([72, true]);
    await records.app.getByText(`${columns!.length} of 72 columns are shown.`).waitFor();
    await records.app.getByText('Long values are cut.').waitFor();
    await kept(records.chat, 'query-left-out');
    const figures = await ask({ operation: 'view', viewId: 'many-figures' });
    expect(figures.data.notShown!.length).toBeGreaterThan(0);
    await figures.app.getByText(`Not shown here: ${figures.data.notShown!.length} of the figures.`).waitFor();
    const few = await ask({ operation: 'view', viewId: 'deals-as-table', limit: 2 });
    await few.app.getByText('First 2 rows; more exist').waitFor();
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
    const show = (input: Record<string, unknown>) =>
      shownTo(client, { app: 'artifact', tool: 'workspace_artifact_get', input });

    const document = await show({ artifactId: made.id });
    await document.app.getByText('begin').waitFor();
    await document.app.getByRole('link', { name: 'Friday' }).click();
    await expect.poll(() => document.opened).toEqual(['https://example.com/x']);

    const diff = await show({ artifactId: made.id, diffFrom: made.versionId, versions: true });
    await diff.app.getByText('Friday').waitFor();
    await kept(diff, 'versions-and-difference');
    expect(await diff.app.getByText('It goes on.').count()).toBe(0);

    const long = await show({ artifactId: sheet.id });
    await long.app.getByRole('gridcell', { name: 'row 0', exact: true }).waitFor();
    await long.app.getByText(/^The first [\d,]+ rows/).waitFor();
    await kept(long, 'sheet-light-900');
    await readToTheEnd(long.app);
    await long.app.getByText('All 3,000 rows').waitFor();
  });

  test('a long difference and many versions are read on, one after the other', async () => {
    const client = await willsHost();
    const { done } = gateway.as('mia');
    const textOf = (word: string) => Array.from({ length: 400 }, (_, line) => `${word} of line ${line + 1}`).join('\n');
    const wanted = {
      kind: 'markdown',
      title: 'Log',
      content: textOf('First'),
      channelId: 'news',
      idempotencyKey: 'log',
    };
    const { id, versionId: first } = (await done('POST /artifacts', wanted)).artifact;
    for (let [number, expectedVersionId] = [2, first]; number <= 12; number += 1) {
      const change = {
        expectedVersionId,
        idempotencyKey: `log ${number}`,
        title: `Log ${number}`,
        ...(number === 2 && { content: textOf('Second') }),
      };
      expectedVersionId = (await done(`PATCH /artifacts/${id}`, change)).artifact.versionId;
    }
    const input = { artifactId: id, diffFrom: first, versions: true };
    const { app } = await shownTo(client, { app: 'artifact', tool: 'workspace_artifact_get', input });
    await app.getByText('It goes on.').waitFor();
    expect(await app.getByText('Second of line 400').count()).toBe(0);
    expect(await app.getByRole('listitem').count()).toBe(10);
    await readToTheEnd(app);
    const lines = (await app.getByRole('row').allInnerTexts()).map((text) => text.split(/\s*\t\s*/).at(-1));
    const added = lines.filter((line) => line!.startsWith('Second of line'));
    expect(added).toEqual(textOf('Second').split('\n'));
    const titles = await app.getByRole('listitem').locator('strong').allInnerTexts();
    expect(titles).toEqual([...Array.from({ length: 11 }, (_, index) => `Log ${12 - index}`), 'Log']);
  });

  test('a small file goes through the chat, and a large one by the page of the workspace', async () => {
    const client = await willsHost();
    const input = { channelId: 'news', fileName: 'notes.txt' };
    const chat = await shownTo(client, { app: 'upload', tool: 'workspace_file_upload_prepare', input });
    const { app } = chat;
    await app.getByText('It goes to News').waitFor();
    const choose = (bytes: number) =>
      app
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(bytes, 'a') });
    await choose(40_000);
    await app.getByText('which is more than a chat passes on').waitFor();
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
    await prepared.app.getByText('It goes to a channel, where everybody who reads the channel').waitFor();
  });

  test('an upload says where else a file goes, and sends it by the page of the workspace', async () => {
    const client = await willsHost();
    const { done } = gateway.as('will');
    const { id: sessionId } = (await done('POST /sessions', { title: 'Talk' })).session;
    const recordId = (await done('GET /channels/news/views/deals-as-table/data')).data.records![0]!.id;
    for (const [place, sentence] of [
      [{ recordId }, 'It goes to a record, where everybody who reads the record can read it.'],
      [{ sessionId }, 'It goes to a conversation, where everybody who reads it can read the file.'],
      [{}, 'It is yours alone until it is attached to something.'],
    ] as const) {
      const input = { fileName: 'notes.txt', ...place };
      const { app } = await shownTo(client, { app: 'upload', tool: 'workspace_file_upload_prepare', input });
      await app.getByText(sentence).waitFor();
      if (Object.keys(place).length === 0) continue;
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') };
      await app.locator('input[type=file]').setInputFiles(file);
      await app.getByText('this chat does not pass it on to that place. Choose it once more on').waitFor();
    }
  });
});
