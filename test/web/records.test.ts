import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const open = (path: string) => appPage(shared.browser, gateway, { path });

test('a Data Set is filtered and sorted in its address, and shows its fields', async () => {
  const page = await open('/channels/sales/data-sets/deal');
  await page.getByText('All 41 records').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Field', { exact: true }).selectOption('Stage');
  await page.getByLabel('Value of Stage').selectOption('Won');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show these records' }).click();
  await page.getByText('All 26 records').waitFor();
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  const again = await open(new URL(page.url()).pathname + new URL(page.url()).search);
  await again.getByText('Stage is Won').waitFor();
  expect(await again.getByRole('row').nth(1).innerText()).toContain('€2,340');
  await again.getByRole('link', { name: 'Fields' }).click();
  await again.getByRole('row', { name: / stage One choice Yes/ }).waitFor();
});

test('the records that a condition finds are downloaded', async () => {
  const filters = JSON.stringify([{ field: 'stage', operator: 'eq', value: 'won' }]);
  const page = await open(`/channels/sales/data-sets/deal?filters=${encodeURIComponent(filters)}`);
  await page.getByText('All 26 records').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
  const download = await started;
  const bytes = await Array.fromAsync(await download.createReadStream());
  expect(download.suggestedFilename()).toBe('Deals.csv');
  expect(Buffer.concat(bytes).toString().trim().split('\n')).toHaveLength(27);
});

test('a table is printed with all its rows', async () => {
  const page = await open('/channels/sales/data-sets/deal');
  await page.getByText('All 41 records').waitFor();
  const rows = page.getByRole('grid').getByRole('row');
  await page.setViewportSize({ width: 800, height: 400 });
  await expect.poll(() => rows.count()).toBeLessThan(42);
  await page.evaluate("void dispatchEvent(new Event('beforeprint'))");
  expect(await rows.count()).toBe(42);
  await page.evaluate("void dispatchEvent(new Event('afterprint'))");
  await expect.poll(() => rows.count()).toBeLessThan(42);
});

test('an address that sorts by what no field is leads to the records all the same', async () => {
  const page = await open('/channels/sales/data-sets/deal?sort=-shoe_size');
  await page.getByRole('alert').getByText('shoe_size').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show unsorted' }).click();
  await page.getByText('All 41 records').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

/** The first page that is printed: its size, the words on it, and where the last one ends. */
async function onPaper(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { width, height } = page.getViewport({ scale: 1 });
  const texts = items.flatMap((item) => ('str' in item ? [item] : []));
  const words = texts.flatMap(({ str }) => str.split(/[\s,]+/));
  const right = Math.max(...texts.map(({ transform, width }) => (transform[4] as number) + width));
  await task.destroy();
  return { words, width, height, right };
}

test('wide tables and sheets are not cut off on paper, and no word of them is broken', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `A column with a name ${index}`);
  const content = [names, names.map((name) => `${name}, which has many words`)].map((row) =>
    row.map((cell) => JSON.stringify(cell)).join(','),
  );
  const input = {
    kind: 'csv',
    title: 'Wide',
    content: content.join('\n'),
    channelId: 'general',
    idempotencyKey: 'wide',
  };
  const { artifact } = await gateway.admin.done('POST /artifacts', input);
  const from = { artifactId: artifact.id, name: 'Wide' };
  const { dataSet } = await gateway.admin.done('POST /channels/general/data-sets/import', from);
  for (const path of [`/artifacts/${artifact.id}`, `/channels/general/data-sets/${dataSet.objectTypeId}`]) {
    const page = await open(path);
    await page.getByRole('grid').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { words, width, height, right } = await onPaper(await page.pdf({ preferCSSPageSize: true }));
    expect({ path, isLying: width > height, isOnPaper: right <= width }).toEqual({
      path,
      isLying: true,
      isOnPaper: true,
    });
    expect(words.filter((word) => word === 'column').length).toBeGreaterThanOrEqual(2 * names.length);
    expect(words).toContain('29');
    expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('light');
  }
});

const choices = [
  { key: 'todo', label: 'To do' },
  { key: 'done', label: 'Done' },
];
const fields = [
  { key: 'status', label: 'Status', type: 'select', options: { choices } },
  { key: 'paper', label: 'Paper', type: 'artifact' },
];

test('a record shows its values, what it points to and who changed what', async () => {
  const { done } = gateway.admin;
  const { artifacts } = await done('GET /artifacts?q=Price');
  const { dataSet } = await done('POST /channels/general/data-sets', { name: 'Tasks', fields });
  const { record } = await done('POST /channels/general/records', {
    objectTypeId: dataSet.objectTypeId,
    title: 'Price letters',
    values: { status: 'todo', paper: artifacts[0]!.id },
  });
  await done(`PATCH /channels/general/records/${record.id}`, { values: { status: 'done' } });
  const page = await open(`/channels/general/records/${record.id}`);
  await page.getByRole('link', { name: 'Price list' }).waitFor();
  const history = page.getByRole('region', { name: 'History' });
  const change = history.getByRole('listitem').filter({ hasText: 'version 2' });
  expect(await change.getByRole('deletion').innerText()).toBe('To do');
  expect(await change.getByRole('insertion').innerText()).toBe('Done');
  await history.getByText('Made the record.').waitFor();
  const comments = page.getByRole('region', { name: 'Comments in General' });
  await comments.getByRole('textbox').fill('Which price list?');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.getByRole('paragraph').filter({ hasText: 'Which price list?' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More about this record' }).click();
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Price letters' }).waitFor();
});

test('files and documents are attached to a record and taken off again, by whoever may', async () => {
  const { done } = gateway.admin;
  const { data } = await done('POST /queries', {
    mode: 'deterministic',
    operation: 'records',
    channelId: 'sales',
    objectTypeId: 'deal',
    limit: 1,
  });
  const path = `/channels/sales/records/${String(data.rows![0]!.id)}`;
  const page = await open(path);
  const attachments = page.getByRole('region', { name: 'Attachments' });
  await attachments.getByText('Nothing is attached.').waitFor();
  const chosen = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('An offer') };
  await attachments.getByLabel('Files to attach').setInputFiles(chosen);
  await attachments.getByRole('link', { name: 'offer.txt' }).waitFor();
  await attachments.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Attach a document or sheet' }).click();
  await page.getByRole('combobox').fill('Price');
  await page.getByRole('option', { name: 'Price list' }).click();
  await attachments.getByRole('link', { name: 'Price list' }).waitFor();
  await expectAccessible(page);

  await attachments.getByRole('button', { name: 'Detach offer.txt' }).click();
  await attachments.getByRole('link', { name: 'offer.txt' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await attachments.getByRole('link', { name: 'offer.txt' }).click();
  await page.getByText('An offer').waitFor();
});
