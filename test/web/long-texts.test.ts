import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

/** Paragraphs of 1 MiB, with blank lines between them. */
const paragraphs = Array.from({ length: 3_600 }, (_, at) => `Paragraph ${at}: ${'and so it goes on. '.repeat(14)}`);
const textOf = (all: readonly string[]) => `First.\n\n${all.join('\n\n')}\n\nLast.\n`;

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

/** A long document at whose end Will has written. */
async function begun(title: string): Promise<{ id: string; page: Page }> {
  const input = {
    kind: 'markdown',
    title,
    content: textOf(paragraphs),
    channelId: 'board',
    idempotencyKey: randomUUID(),
  };
  const { id } = (await gateway.as('mia').done('POST /artifacts', input)).artifact;
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: `/artifacts/${id}/edit` });
  await text(page).press('Control+End');
  await page.keyboard.type('Mine.\n');
  return { id, page };
}

async function change(id: string, content: string): Promise<void> {
  const { versionId } = await artifactOf(id);
  const input = { expectedVersionId: versionId, content, idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input);
}

test('a version of 1 MiB comes into a text that was changed at its other end', async () => {
  const { id, page } = await begun('Apart');
  await change(id, textOf(paragraphs).replace('First.', 'Theirs.'));
  await page.getByText(/It fits, so your text has it now/).waitFor();
  await page.keyboard.type('More.\n');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 3/).waitFor();
  const both = `${textOf(paragraphs).replace('First.', 'Theirs.')}Mine.\nMore.\n`;
  expect((await artifactOf(id)).content === both).toBe(true);
});

test('a version of 1 MiB that changed each second paragraph stands beside a text that changed one of them', async () => {
  const { id, page } = await begun('Rewritten');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('My ');
  const changed = paragraphs.map((one, at) => (at % 2 === 0 ? `${one}Changed.` : one));
  const theirs = textOf(changed).replace('Last.', 'The last.');
  await change(id, theirs);
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await page.getByText('Both changed the same lines in one place.').waitFor();
  await page.getByText('See what changed from version 1 to theirs').click();
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content === theirs.replace('The last.', 'My Last.\nMine.')).toBe(true);
});
