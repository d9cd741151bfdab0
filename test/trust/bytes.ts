import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/launch-browser.ts';
import { Random } from '../support/random.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { signedIn } from './page.ts';
import { Product } from './product.ts';
import type { Trial } from './trial.ts';

/** A letter that no generated text holds. */
const letter = 'Q';

/**
 * Generated documents and sheets are opened in a real browser, changed at one place by keys, and saved. Every other byte
 * stays as it was.
 */
export const bytes: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  await using product = new Product({ dataFolder: join(folder, 'data') });
  const { url } = await product.serve();
  const account = accountAt(url, await product.token());
  const browser = await launchBrowser();
  try {
    const page = await signedIn(await browser.newPage(), product.dataFolder);
    const most = long ? 500 : 20;
    let size = 0;
    for (let at = 0; at < most; at += 1) {
      size += await changeDocument(page, account, random);
      size += await changeSheet(page, account, random);
    }
    return { 'documents changed at one place': most, 'sheets changed at one place': most, 'bytes of these': size };
  } finally {
    await browser.close();
  }
};

const make = async (account: Account, kind: string, content: string): Promise<string> => {
  const input = { kind, title: 'Generated', content, idempotencyKey: randomUUID() };
  return (await account.done('POST /artifacts', input)).artifact.id;
};
const stored = async (account: Account, id: string) => (await account.done(`GET /artifacts/${id}`)).artifact.content;

/** Goes to another page of the app as its links do, without loading it anew. */
const go = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await page.keyboard.press(key);
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  await go(page, '/connect');
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
}

async function changeDocument(page: Page, account: Account, random: Random): Promise<number> {
  const text = documentOf(random);
  const id = await make(account, 'markdown', text);
  await go(page, `/artifacts/${id}/edit`);
  await page.getByRole('textbox', { name: 'Text in Markdown' }).press('Control+Home');
  await press(page, 'ArrowDown', random.below(8));
  await press(page, 'ArrowRight', random.below(12));
  await page.keyboard.type(letter);
  await save(page);
  const content = await stored(account, id);
  assert.equal(content.split(letter).length, 2, `the letter stands once in ${JSON.stringify(content)}`);
  assert.equal(content.replace(letter, ''), text);
  return Buffer.byteLength(text);
}

async function changeSheet(page: Page, account: Account, random: Random): Promise<number> {
  const { columns, rows, parts } = sheetOf(random);
  const text = parts.join('');
  const id = await make(account, 'csv', text);
  const [row, column] = [random.between(1, rows - 1), random.below(columns)];
  await go(page, `/artifacts/${id}/cells`);
  await page.getByText(`${columns} columns`).first().waitFor();
  await page.getByRole('grid').getByRole('row').nth(row).getByRole('gridcell').nth(column).click();
  await page.keyboard.type(letter);
  await page.keyboard.press('Enter');
  await save(page);
  const place = 1 + 2 * (row * columns + column);
  const isQuoted = parts[place]!.startsWith('"');
  const wanted = parts.with(place, isQuoted ? `"${letter}"` : letter).join('');
  assert.equal(await stored(account, id), wanted, `cell ${column} of row ${row} of ${JSON.stringify(text)}`);
  return Buffer.byteLength(text);
}

const pieces = [
  'a',
  'b c',
  '# ',
  '- ',
  '- [ ] ',
  '1. ',
  '> ',
  '**',
  '`',
  '```',
  '|',
  '---',
  '\t',
  '  ',
  '\\',
  '<b>',
  '[x](y)',
  '&amp;',
  'é',
  '👍🏽',
  '\uFEFF',
  '\u200B',
  '\u2028',
];

/** Markdown that is hardly any, with one kind of line end or with several. */
function documentOf(random: Random): string {
  const ends = random.pick([['\n'], ['\r\n'], ['\n', '\r\n'], ['\n', '\r\n', '\r']]);
  const count = random.between(1, 60);
  return Array.from({ length: count }, () => (random.below(3) === 0 ? random.pick(ends) : random.pick(pieces))).join(
    '',
  );
}

const values = ['a', 'é', '"', ',', ';', '\t', '\r\n', '\n', ' ', '😀', '1'];

/** A sheet in stretches: the mark at its beginning, then each cell and what follows it. */
function sheetOf(random: Random): { columns: number; rows: number; parts: string[] } {
  const [columns, rows] = [random.between(2, 5), random.between(2, 12)];
  const end = random.pick(['\n', '\r\n']);
  const cell = (isHead: boolean) => {
    const length = random.between(isHead ? 1 : 0, 5);
    const value = Array.from({ length }, () => random.pick(isHead ? ['a', 'é', '1'] : values)).join('');
    const isQuoted = random.below(3) === 0 || /[",;\t\r\n]/.test(value);
    return isQuoted ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const isEnded = random.below(2) === 0;
  const parts = Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => {
      if (column < columns - 1) return [cell(row === 0), ','];
      return [cell(row === 0), row < rows - 1 || isEnded ? end : ''];
    }),
  ).flat(2);
  return { columns, rows, parts: [random.pick(['', '\uFEFF']), ...parts] };
}
