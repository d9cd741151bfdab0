import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { forAppKey } from '../../../schemas/mcp-apps.ts';
import { limits } from '../../../schemas/limits.ts';
import { dealViews } from '../../support/showcase.ts';
import type { Chat } from '../../support/chat-host.ts';
import { kept, reads, willsChats } from '../../support/wills-chat.ts';

const { gateway, shows, willsHost, shownTo, viewOf } = willsChats();
type Call = Chat['called'][number];
let objectTypeId: string;

beforeAll(() => {
  objectTypeId = String(shows['chart']!.input['objectTypeId']);
});

const cell = (app: Frame, text: string) => app.getByRole('gridcell', { name: text, exact: true });

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
