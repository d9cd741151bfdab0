import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { sharedGateway } from '../support/rest.ts';
import { texts } from '../support/texts.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();
const all = Object.entries(texts);
const ids = new Map<string, string>();

beforeAll(async () => {
  for (const [title, content] of all) {
    const input = { kind: 'markdown', title, content, idempotencyKey: randomUUID() };
    ids.set(title, (await gateway.admin.done('POST /artifacts', input)).artifact.id);
  }
});

/** Goes to another page of the app as its links do, without loading it anew. */
const go = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

async function saveWith(page: Page, title: string, key: string, letter: string): Promise<string> {
  const id = ids.get(title)!;
  await go(page, `/artifacts/${id}/edit`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Text in Markdown' }).press(key);
  await page.keyboard.type(letter);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version \d/).waitFor();
  await go(page, '/');
  return (await gateway.admin.done(`GET /artifacts/${id}`)).artifact.content;
}

test.each([0, 1, 2, 3])('a letter at the beginning changes no other byte, part %d of 4', async (part) => {
  const page = await appPage(shared.browser, gateway);
  for (const [title, content] of all.filter((_one, at) => at % 4 === part)) {
    const stored = await saveWith(page, title, 'Control+Home', 'x');
    expect({ title, stored }).toEqual({ title, stored: `x${content}` });
  }
});

test.each(['CRLF', 'mixed ends', 'long table', 'everything'])('nor does one at the end: %s', async (title) => {
  const page = await appPage(shared.browser, gateway);
  const { content } = (await gateway.admin.done(`GET /artifacts/${ids.get(title)!}`)).artifact;
  expect(await saveWith(page, title, 'Control+End', 'y')).toBe(`${content}y`);
});
