import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { docx, officeTypes } from '../support/office.ts';
import { pdf } from '../support/pdf.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita' | 'ned', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function upload(name: string, type: string, content: string | Buffer<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('channelId', 'board');
  form.set('file', new Blob([content], { type }), name);
  return (await gateway.as('mia').done('POST /files', form)).file.id;
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>parent.document.title="ran"</script></svg>';
let image: string;

beforeAll(async () => {
  image = await upload('drawing.svg', 'image/svg+xml', drawing);
});

test('an image shows what it is in the feed and among the files of its channel', async () => {
  const page = await open('rita', '/channels/board');
  await expect.poll(() => widthDrawnIn(page.getByRole('article').filter({ hasText: 'drawing.svg' }))).toBe(30);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Library' }).click();
  await expect.poll(() => widthDrawnIn(page.getByRole('listitem').filter({ hasText: 'drawing.svg' }))).toBe(30);
});

test('a post and its comments show the pictures of the workspace, and others stand as links', async () => {
  const { url: address } = (await gateway.as('mia').done(`GET /files/${image}`)).file;
  const gone = '![gone](/files/file_01m8q6xv6dfzrrs3wtxzcpq0ra)';
  const body = `![drawn](/files/${image})\n\n${gone}\n\n![far](https://elsewhere.example/files/${image})`;
  const { post } = await gateway.as('mia').done('POST /channels/board/posts', { body, idempotencyKey: 'pictures' });
  const said = { body: `![said](${address})`, idempotencyKey: 'said' };
  await gateway.as('mia').done(`POST /channels/board/feed/threads/post/${post.id}/comments`, said);
  const page = await open('rita', new URL(post.url!).pathname);
  for (const name of ['drawn', 'said']) {
    const picture = page.getByRole('link', { name, exact: true }).getByRole('img', { name });
    await expect.poll(() => drawnWidth(picture)).toBe(30);
  }
  for (const name of ['image gone', 'image far']) await page.getByRole('link', { name }).waitFor();
  await expectAccessible(page);
});

const drawnWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);

const widthDrawnIn = (place: Locator): Promise<number> => drawnWidth(place.locator('img[src$="/content"]'));

test('an image is shown without running, with where it is attached', async () => {
  const page = await open('rita', `/files/${image}`);
  await page.getByText('30 × 20 pixels').waitFor();
  expect(await page.getByRole('img', { name: 'drawing.svg' }).evaluate((shown) => shown.clientWidth)).toBe(30);
  expect(await page.title()).toBe('drawing.svg · Workspace');
  await page.getByRole('region', { name: 'Attached to' }).getByRole('link', { name: 'Board' }).waitFor();
  await expectAccessible(page);
});

test('a download gives the bytes as they are', async () => {
  const page = await open('rita', `/files/${image}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const bytes = (await download.createReadStream()).setEncoding('utf8');
  expect([download.suggestedFilename(), (await bytes.toArray()).join('')]).toEqual(['drawing.svg', drawing]);
});

test('a long text is read on, and hidden characters in it are shown', async () => {
  const lines = Array.from({ length: 6_000 }, (_, index) => `line ${index + 1} of the log`).join('\n');
  const page = await open('mia', `/files/${await upload('log.txt', 'text/plain', `\u202E${lines}\nthe end`)}`);
  await page.getByText(/^The first 65\.5 KB of [\d.]+ KB\.$/).waitFor();
  expect(await page.getByTitle('A hidden character').innerText()).toBe('202e');
  expect(await page.getByText('the end').count()).toBe(0);
  await page.getByRole('button', { name: 'Read on' }).click();
  await page.getByRole('button', { name: 'Read on' }).waitFor({ state: 'detached' });
  await page.getByText('the end').waitFor();
});

test('the pages of a PDF are drawn, and its text can be read', async () => {
  const page = await open(
    'rita',
    `/files/${await upload('report.pdf', 'application/pdf', pdf([['One'], ['Two'], ['Three'], ['Four']]) as Buffer<ArrayBuffer>)}`,
  );
  await page.getByRole('img', { name: 'Page 4 of 4' }).waitFor();
  const drawn = () =>
    page.getByRole('img', { name: 'Page 1 of 4' }).evaluate((canvas) => (canvas as unknown as { width: number }).width);
  await expect.poll(drawn).toBeGreaterThan(400);
  await page.getByRole('img', { name: 'Page 4 of 4' }).scrollIntoViewIfNeeded();
  await expect.poll(drawn).toBe(0);
  await page.getByRole('img', { name: 'Page 1 of 4' }).scrollIntoViewIfNeeded();
  await expect.poll(drawn).toBeGreaterThan(400);
  await page.getByRole('button', { name: 'Text' }).click();
  await page.getByText('One').waitFor();
});

test('an Office document is named as people name it, and its text can be read', async () => {
  const offer = docx([{ text: 'Team costs 35.' }]) as Buffer<ArrayBuffer>;
  const page = await open('rita', `/files/${await upload('offer.docx', officeTypes.docx, offer)}`);
  await page.getByText('Word document').waitFor();
  await page.getByText('Team costs 35.').waitFor();
});

test('a table is drawn as one, and becomes a Data Set where its reader may write', async () => {
  const id = await upload('orders.csv', 'text/csv', 'no;city\n1;"Oslo; east"\n');
  const reader = await open('rita', `/files/${id}`);
  await reader.getByRole('gridcell', { name: 'Oslo; east' }).waitFor();
  await reader.getByText('Make a Data Set of it in a channel where you may write').waitFor();
  await expectAccessible(reader);
  const writer = await open('will', `/files/${id}`);
  await writer.getByRole('link', { name: 'Make a Data Set of it' }).click();
  await writer.getByRole('button', { name: 'Make the Data Set' }).click();
  await writer.getByText('1 row became a record.').waitFor();
});

test('its creator gives a file another name, moves it to the trash and takes that back', async () => {
  const id = await upload('draft.zip', 'application/zip', 'PK\0\0');
  const page = await open('mia', `/channels/board/files/${id}`);
  await page.getByText('There is no preview of this file.').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename it' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('final.zip');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { level: 1, name: 'final.zip' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'final.zip' }).waitFor();
});

test('others are offered no change of a file, and learn who can read it', async () => {
  const page = await open('will', `/files/${image}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show who can read it' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /Rename|trash/ }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Show who can read it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who can read it' });
  await dialog.getByText('The members of').waitFor();
  expect(await dialog.getByRole('link').allInnerTexts()).toEqual(expect.arrayContaining(['rita@workspace.test']));
});

test('a file that is not shared looks like one that does not exist', async () => {
  const [hidden, unknown] = await Promise.all([open('ned', `/files/${image}`), open('ned', '/files/file_none')]);
  const said = async (page: typeof hidden) => {
    await page.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
    return page.locator('main').innerText();
  };
  expect(await said(hidden)).toBe(await said(unknown));
});
