import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { paste, save } from '../support/sheet-pages.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (path: string) => appPage(shared.browser, gateway, { user: 'mia@workspace.test', path });

async function write(title: string, content: string): Promise<string> {
  const input = { kind: 'csv', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
const contentOf = async (id: string) => (await artifactOf(id)).content;
const cellOf = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });

test('ten thousand pasted cells are one undo step and one version', async () => {
  const id = await write('Numbers', 'A,B\n1,2\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, '1').click();
  const rows = Array.from({ length: 1_000 }, (_, row) =>
    Array.from({ length: 10 }, (_one, column) => `${row}.${column}`),
  );
  await paste(page, `${rows.map((cells) => cells.join('\t')).join('\r\n')}\r\n`);
  await page.getByText('Pasted 1,000 rows and 10 columns. Undo takes all of it back.').waitFor();
  await page.getByText('All 1,000 rows, 10 columns; 1,000 rows and 10 columns selected').waitFor();
  await save(page, 2);
  expect(await contentOf(id)).toBe(`A,B\n${rows.map((cells) => cells.join(',')).join('\n')}\n`);
  await page.keyboard.press('Control+z');
  await page.getByText('1 row,').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('All 1,000 rows').waitFor();
  await page.keyboard.press('Control+z');
  await save(page, 3);
  expect(await contentOf(id)).toBe('A,B\n1,2\n');
});

test('a sheet of 10 MiB is opened, scrolled, and changed by one splice', async () => {
  const row = (index: number) => `${index},"Name ""${index}""",${'x'.repeat(60)},é`;
  const text = `No,Name,Words,Sign\n${Array.from({ length: 110_000 }, (_, index) => row(index + 1)).join('\n')}\n`;
  expect(Buffer.byteLength(text)).toBeGreaterThan(9 * 1024 * 1024);
  const id = await write('Large', text);
  const page = await open(`/artifacts/${id}/cells`);
  await page.getByText('All 110,000 rows, 4 columns').waitFor();
  const bodies: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && bodies.push(request.postData() ?? ''));
  await page.getByRole('columnheader', { name: 'Words' }).focus();
  await page.keyboard.press('Control+End');
  await page.getByLabel('Selected cell').getByText('110,000').waitFor();
  await page.keyboard.type('u');
  await page.keyboard.press('Enter');
  await save(page, 2);
  expect(JSON.parse(bodies[0]!)).toMatchObject({
    splices: [{ start: Buffer.byteLength(text) - 3, end: Buffer.byteLength(text) - 1, text: 'u' }],
  });
  expect(await contentOf(id)).toBe(`${text.slice(0, -2)}u\n`);
});

test('a new sheet stores only what was written, and becomes a Data Set in one step', async () => {
  const page = await open('/channels/board/new-sheet');
  await page.getByRole('columnheader', { name: 'Column 1' }).focus();
  await paste(page, 'Name\tCity\nAda\tOslo\nBo\tRome\n');
  await page.getByText('Pasted 3 rows and 2 columns').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await page.getByText('Give the sheet a title.').waitFor();
  await page.keyboard.type('People');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/artifacts\/art_\w+\/cells$/);
  const id = new URL(page.url()).pathname.split('/')[2]!;
  expect(await contentOf(id)).toBe('Name,City\nAda,Oslo\nBo,Rome\n');
  await page.getByRole('link', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Make a Data Set of it' }).click();
  await page.getByLabel('Name of the Data Set').fill('Persons');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByRole('heading', { level: 1, name: 'Persons' }).waitFor();
  await page.getByRole('rowheader', { name: 'Ada' }).waitFor();
});
