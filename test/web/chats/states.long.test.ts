import { mkdirSync } from 'node:fs';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppName } from '../../../schemas/mcp-apps.ts';
import { expectAccessible } from '../../support/app-pages.ts';
import { sharedBrowser } from '../../support/browser.ts';
import type { Chat, ChatOptions } from '../../support/chat-host.ts';
import { startHttpHost } from '../../support/http-hosts.ts';
import { staffedGateway } from '../../support/people.ts';
import { addShowcase, renderers, type Show, viewNamed } from '../../support/showcase.ts';
import { opened, showing, shownIn } from '../../support/shown-apps.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const others = ['figure', 'chart', 'rows', 'document', 'sheet', 'versions', 'difference', 'upload'] as const;
const looks = [
  ['light', 400],
  ['light', 900],
  ['dark', 400],
  ['dark', 900],
] as const;
const grounds = { light: 'rgb(250, 249, 245)', dark: 'rgb(38, 38, 36)' };
let shows: Record<string, Show>;
let client: Client;

beforeAll(async () => {
  shows = await addShowcase(gateway.as('mia'), 'news', gateway.idOf('will'));
});

/** Will's chat, which shows apps. */
async function willsHost(): Promise<void> {
  ({ client } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!, showing));
}

const folder = process.env.APPS_SCREENS;
if (folder) mkdirSync(folder, { recursive: true });
const kept = async ({ page }: Chat, name: string) => {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** The app fills its frame, has the ground of its chat, and anybody can use it. */
async function expectFitting({ app }: Chat, theme: 'light' | 'dark', width: number): Promise<void> {
  const ground = 'getComputedStyle(document.body).backgroundColor';
  await expect.poll(() => app.evaluate(ground)).toBe(grounds[theme]);
  expect(await app.evaluate('document.documentElement.scrollWidth')).toBe(width);
  await expect
    .poll(() => app.evaluate('innerHeight - Math.ceil(document.body.getBoundingClientRect().height)'))
    .toBe(0);
  await expectAccessible(app);
}

const groundOf = (theme: 'light' | 'dark') => ({ variables: { '--color-background-primary': grounds[theme] } });
const drawnText = ({ app }: Chat) => app.locator('#app').innerText();

async function expectGone(chat: Chat): Promise<void> {
  expect(await chat.removed()).toEqual({});
  expect(await drawnText(chat)).toBe('');
}

describe('in both themes and widths', () => {
  test.each([...renderers, ...others])('%s is drawn, and goes when its host removes it', async (name) => {
    await willsHost();
    const show = shows[name]!;
    const result = await client.callTool({ name: show.tool, arguments: show.input });
    for (const [theme, width] of looks) {
      const chat = await opened(shared.browser, client, show.app, { theme, width, ...groundOf(theme) });
      await chat.answered(show.input, result);
      await chat.app.getByText(show.words).filter({ visible: true }).first().waitFor();
      const title = renderers.find((renderer) => renderer === name);
      if (title) await chat.app.getByRole('heading', { name: viewNamed(title) }).waitFor();
      await expectFitting(chat, theme, width);
      await kept(chat, `${name}-${theme}-${width}`);
      await expectGone(chat);
      await chat.answered(show.input, result);
      expect(await drawnText(chat)).toBe('');
    }
  });

  const refused: Record<AppName, Omit<Show, 'words'>> = {
    view: { app: 'view', tool: 'workspace_view_data', input: { channelId: 'news', viewId: 'unknown' } },
    query: {
      app: 'query',
      tool: 'workspace_query_run',
      input: { channelId: 'news', objectTypeId: 'unknown', operation: 'records' },
    },
    artifact: { app: 'artifact', tool: 'workspace_artifact_get', input: { artifactId: 'art_none' } },
    upload: { app: 'upload', tool: 'workspace_file_upload_prepare', input: { channelId: 'unknown' } },
  };

  test.each(Object.keys(refused) as AppName[])('%s tells a call that was cancelled or refused', async (name) => {
    await willsHost();
    const { app, tool, input } = refused[name];
    const refusal = await client.callTool({ name: tool, arguments: input });
    expect(refusal.isError).toBe(true);
    const { detail } = JSON.parse((refusal.content[0] as { text: string }).text) as { detail: string };
    for (const [theme, width] of looks) {
      const look = { theme, width, ...groundOf(theme) };
      const cancelled = await opened(shared.browser, client, app, look);
      await cancelled.asked(input);
      await cancelled.cancelled('the person stopped it');
      await cancelled.app.getByText('The call was cancelled, so there is nothing to show.').waitFor();
      await cancelled.app.getByText('the person stopped it').waitFor();
      await expectFitting(cancelled, theme, width);
      await kept(cancelled, `${name}-cancelled-${theme}-${width}`);
      await expectGone(cancelled);

      const told = await opened(shared.browser, client, app, look);
      await told.answered(input, refusal);
      await expect.poll(() => told.app.getByRole('alert').innerText()).toBe(detail);
      await expectFitting(told, theme, width);
      await kept(told, `${name}-refused-${theme}-${width}`);
      await expectGone(told);
    }
  });
});

test.each(['table', 'chart', 'sheet', 'upload'])('%s follows a chat that becomes narrower and wider', async (name) => {
  await willsHost();
  const chat = await shownIn(shared.browser, client, shows[name]!);
  await chat.app.getByText(shows[name]!.words).filter({ visible: true }).first().waitFor();
  for (const width of [400, 700]) {
    await chat.page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => chat.app.evaluate('[innerWidth, document.documentElement.scrollWidth]'))
      .toEqual([width, width]);
  }
});

const whole: Record<AppName, string> = { view: 'table', query: 'chart', artifact: 'document', upload: 'upload' };
const appOf = Object.keys(whole) as AppName[];

test.each(appOf)('%s is removed while it waits, and has no reason for a call that was cancelled', async (name) => {
  await willsHost();
  const waiting = await opened(shared.browser, client, name);
  await waiting.app.getByText('Reading the answer …').waitFor();
  await expectAccessible(waiting.app);
  await expectGone(waiting);
  const cancelled = await opened(shared.browser, client, name);
  await cancelled.cancelled();
  await cancelled.app.getByText('Ask once more to see it here.').waitFor();
});

test.each(appOf)('%s shows failures in the words of a host, or says that there are none', async (name) => {
  await willsHost();
  const { input } = shows[whole[name]]!;
  for (const [content, sentence] of [
    [[{ type: 'text', text: 'The server is away.' }], 'The server is away.'],
    [[], 'The call failed, and the chat does not say why.'],
  ] as [CallToolResult['content'], string][]) {
    const chat = await opened(shared.browser, client, name);
    await chat.answered(input, { isError: true, content });
    await expect.poll(() => chat.app.getByRole('alert').innerText()).toBe(sentence);
  }
});

test.each([
  ['view', 'The values of this View are too long for a chat, or this chat keeps them back.'],
  ['query', 'This chat keeps the figures from apps.'],
  ['artifact', 'The answer holds no artifact.'],
  ['upload', 'The answer does not say where a file goes.'],
] as const)('%s says that a host hands over words alone', async (name, sentence) => {
  await willsHost();
  const wordsOf = ({ content }: CallToolResult): CallToolResult => ({ content });
  const callTool = async (request: Parameters<typeof client.callTool>[0]) => wordsOf(await client.callTool(request));
  const chat = await shownIn(shared.browser, client, shows[whole[name]]!, { handed: wordsOf, callTool });
  await chat.app.getByRole('alert').getByText(sentence).waitFor();
  await expectAccessible(chat.app);
});

test.each(['chart', 'rows', 'document', 'upload'])('%s needs nothing but the answer of the model', async (name) => {
  await willsHost();
  const show = shows[name]!;
  const plain = ({ _meta, ...answer }: CallToolResult): CallToolResult => answer;
  const chat = await shownIn(shared.browser, client, show, { handed: plain });
  await kept(chat, `${name}-plain`);
  await chat.app.getByText(new RegExp(show.words, 'i')).filter({ visible: true }).first().waitFor();
});

describe('a host that passes calls on no longer', () => {
  const reason = 'The chat did not pass this on to the workspace: the line is cut';

  /** An app whose host fails from the moment on when `cut` is called. */
  async function shownUntilCut(name: string, look: Partial<ChatOptions> = {}) {
    await willsHost();
    let isCut = false;
    const callTool: ChatOptions['callTool'] = async (request) => {
      if (isCut) throw new Error('the line is cut');
      return client.callTool(request);
    };
    const chat = await shownIn(shared.browser, client, shows[name]!, { ...look, callTool });
    await chat.app.getByText(shows[name]!.words).filter({ visible: true }).first().waitFor();
    return { chat, app: chat.app, cut: () => (isCut = true), mend: () => (isCut = false) };
  }

  const told = (app: Frame) => app.getByText(reason).first().waitFor();

  test('a table has the former value', async () => {
    const { app, cut } = await shownUntilCut('table');
    cut();
    await app.getByRole('gridcell', { name: '€1,000', exact: true }).dblclick();
    await app.getByRole('textbox', { name: 'Amount of Deal 1' }).fill('1500');
    await app.page().keyboard.press('Enter');
    await told(app);
    await app.getByRole('gridcell', { name: '€1,000', exact: true }).waitFor();
    await expectAccessible(app);
  });

  test('a card goes back to its column, and a new one is not made', async () => {
    const { chat, app, cut, mend } = await shownUntilCut('board');
    cut();
    await app.getByRole('button', { name: 'Move Deal 4' }).click();
    await app.getByRole('menuitem', { name: 'Move to Won' }).click();
    await told(app);
    await app.getByRole('heading', { name: 'Won 3' }).waitFor();
    await app.getByRole('button', { name: 'Add a card to Lost' }).click();
    await app.getByRole('textbox').fill('Fresh');
    await app.page().keyboard.press('Enter');
    await app.getByRole('region', { name: 'Lost' }).getByText(reason).waitFor();
    await expectAccessible(app);
    await kept(chat, 'board-cut');
    mend();
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByRole('alert').filter({ hasText: 'Try again' }).waitFor({ state: 'detached' });
    expect(chat.toldModel).toEqual([]);
  });

  test('days that were not read are not shown as empty', async () => {
    const { chat, app, cut, mend } = await shownUntilCut('calendar');
    await app.getByText('All 9 records').waitFor();
    cut();
    await app.getByRole('button', { name: 'Show the month after' }).click();
    await told(app);
    expect(await app.getByText(/^(All|First|The only|No) .*records?$/).count()).toBe(0);
    await kept(chat, 'calendar-cut');
    mend();
    await app.getByRole('button', { name: 'Try again' }).click();
    await app.getByText('No records').waitFor();
  });

  test('a bar stays where it was', async () => {
    const { app, cut } = await shownUntilCut('timeline');
    const days = (await app.getByRole('listitem').allInnerTexts()).join();
    cut();
    await app.getByRole('button', { name: 'Move Deal 1' }).click();
    await app.getByRole('menuitem', { name: 'A day later', exact: true }).click();
    await told(app);
    expect((await app.getByRole('listitem').allInnerTexts()).join()).toBe(days);
  });

  test('a file is chosen once more', async () => {
    const { chat, app, cut, mend } = await shownUntilCut('upload');
    const choose = () =>
      app
        .locator('input[type=file]')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
    cut();
    await choose();
    await told(app);
    await expectAccessible(app);
    await kept(chat, 'upload-cut');
    expect(chat.toldModel).toEqual([]);
    mend();
    await choose();
    await app.getByText('Stored:').waitFor();
  });

  test('an app that is removed meanwhile reads nothing more', async () => {
    await willsHost();
    const slow = Promise.withResolvers<void>();
    const callTool: ChatOptions['callTool'] = async (request) => {
      const answer = await client.callTool(request);
      if (request.name === 'workspace_records_write') await slow.promise;
      return answer;
    };
    const chat = await shownIn(shared.browser, client, shows['board']!, { callTool });
    await chat.app.getByRole('button', { name: 'Move Deal 7' }).click();
    await chat.app.getByRole('menuitem', { name: 'Move to Won' }).click();
    await expect.poll(() => chat.called.map(({ name }) => name)).toContain('workspace_records_write');
    await expectGone(chat);
    const before = [...chat.called];
    slow.resolve();
    await expect.poll(() => chat.toldModel).toHaveLength(1);
    expect(chat.called).toEqual(before);
    expect(await drawnText(chat)).toBe('');
  });
});
