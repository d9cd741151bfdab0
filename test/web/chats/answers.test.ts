import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Structured } from '../../support/hosts.ts';
import { startHttpHost } from '../../support/http-hosts.ts';
import { accessToken } from '../../support/product.ts';
import { count } from '../../support/showcase.ts';
import { showing } from '../../support/shown-apps.ts';
import { kept, willsChats } from '../../support/wills-chat.ts';

const { gateway, shows, willsHost, shownTo } = willsChats();
let objectTypeId: string;

beforeAll(() => {
  objectTypeId = String(shows['chart']!.input['objectTypeId']);
});

async function readToTheEnd(app: Frame): Promise<void> {
  for (let step = 0; step < 9 && (await app.getByText('It goes on.').count()) > 0; step += 1) {
    await app.getByRole('button', { name: 'Read on' }).click();
    await app.getByRole('button', { name: 'Reading …' }).waitFor({ state: 'detached' });
  }
}

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
