import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { draftsIn } from '../support/document-writer.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

async function write(page: Page, cell: string, text: string): Promise<void> {
  await page.getByRole('gridcell', { name: cell, exact: true }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
}

async function saved(page: Page, version: number): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText(`Saved as version ${version}`).waitFor();
}

test('the other tab of one person is not told of as somebody else', async () => {
  const input = { kind: 'csv', title: 'Two tabs', content: 'Name,City\nAda,Oslo\nBo,Rome\n', channelId: 'board' };
  const { artifact } = await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() });
  const path = `/artifacts/${artifact.id}/cells`;
  const one = await appPage(shared.browser, gateway, { user: 'mia@workspace.test', path });
  const two = await one.context().newPage();
  await two.goto(gateway.url + path);
  await two.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await write(one, 'Oslo', 'Paris');
  await saved(one, 2);
  await two.getByText(/^You saved version 2 in another tab, .* It fits, so your sheet has it now\.$/).waitFor();
  await write(two, 'Rome', 'Milan');
  await write(one, 'Rome', 'Turin');
  await saved(one, 3);
  await two
    .getByText('Not saved. You saved version 3 in another tab first, with other values in your cells.')
    .waitFor();
  await two.getByRole('button', { name: 'Compare' }).click();
  await two.getByRole('heading', { name: 'You changed the same cells in two tabs' }).waitFor();
  await two.getByText(/^You saved version 3 in another tab, .* Nothing here is saved yet\./).waitFor();
  await expectAccessible(two);
});

test('a tab begins with what is stored, and finds the words of another tab once that is closed', async () => {
  const input = { kind: 'markdown', title: 'Two writers', content: 'First.\n', channelId: 'board' };
  const { artifact } = await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() });
  const path = `/artifacts/${artifact.id}/edit`;
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });
  const one = await appPage(shared.browser, gateway, { user: 'mia@workspace.test', path });
  await text(one).press('Control+Home');
  await one.keyboard.type('One: ');
  await expect.poll(() => draftsIn(one)).toContain('One: First.');
  const two = await one.context().newPage();
  await two.goto(gateway.url + path);
  await two.getByText('You are writing this in another tab too. Each tab keeps a draft of its own.').waitFor();
  await expect.poll(() => text(two).innerText()).toMatch(/^First\./);
  await expectAccessible(two);
  await one.reload();
  await one.getByText(/^Draft from/).waitFor();
  await one.close();
  await two.reload();
  await two.getByText(/^Draft from/).waitFor();
  expect(await text(two).innerText()).toMatch(/^One: First\./);
});

test('a new document and a new sheet begin empty while another tab writes one', async () => {
  for (const [path, words] of [
    ['/channels/board/new-document', 'Nothing written yet'],
    ['/channels/board/new-sheet', 'New sheet'],
  ] as const) {
    const one = await appPage(shared.browser, gateway, { user: 'mia@workspace.test', path });
    await one.getByLabel('Title').fill('One of them');
    await expect.poll(() => draftsIn(one)).toContain('One of them');
    const two = await one.context().newPage();
    await two.goto(gateway.url + path);
    await two.getByText(words).first().waitFor();
    expect(await two.getByLabel('Title').inputValue()).toBe('');
  }
});
