import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function written(title: string, channelId: string): Promise<string> {
  const document = { kind: 'markdown', title, content: '# As it is\n', channelId, idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', document)).artifact.id;
}

const homeOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact.channelId;

test('a document gets another title, and that is undone', async () => {
  const page = await open('will', `/channels/board/artifacts/${await written('First title', 'board')}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Second title');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { level: 1, name: 'Second title' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'First title' }).waitFor();
});

test('a document moves to another channel, once it is said who gains access, and that is undone', async () => {
  const id = await written('Moving plan', 'board');
  const home = await homeOf(id);
  const page = await open('mia', `/artifacts/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Move to another channel' }).click();
  await page.getByRole('combobox', { name: 'Its new home' }).selectOption('News');
  await page.getByText(/people gain access:/).waitFor();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('“Moving plan” is moved.').waitFor();
  expect(await homeOf(id)).not.toBe(home);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“Moving plan” is back where it was.').waitFor();
  expect(await homeOf(id)).toBe(home);
});

test('a duplicate is a new document in the same channel with the same content', async () => {
  const page = await open('will', `/channels/board/artifacts/${await written('Original', 'board')}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Original (copy)' }).waitFor();
  await page.getByRole('heading', { name: 'As it is' }).waitFor();
  const { artifacts } = await gateway.as('mia').done('GET /artifacts?channelId=board');
  expect(artifacts.map(({ title }) => title)).toEqual(expect.arrayContaining(['Original', 'Original (copy)']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Original', exact: true }).waitFor();
});

test('copies are numbered, those of copies too, and a long title is cut for the number', async () => {
  const duplicate = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  };
  const id = await written('Agenda', 'board');
  const page = await open('will', `/channels/board/artifacts/${id}`);
  await duplicate(page, 'Agenda (copy)');
  await duplicate(page, 'Agenda (copy 2)');
  await page.goto(`${gateway.url}/channels/board/artifacts/${id}`);
  await duplicate(page, 'Agenda (copy 3)');
  const long = '𝓐'.repeat(150);
  await page.goto(`${gateway.url}/artifacts/${await written(long, 'board')}`);
  await duplicate(page, `${'𝓐'.repeat(146)} (copy)`);
});

test('who may only read is offered neither', async () => {
  const page = await open('rita', `/channels/board/artifacts/${await written('Only read', 'board')}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy its link' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /Rename|Move|Duplicate/ }).count()).toBe(0);
});

test('a file is taken out of a channel without being deleted, and comes back', async () => {
  const form = new FormData();
  form.set('channelId', 'board');
  form.set('file', new Blob(['kept']), 'kept.txt');
  const { file } = await gateway.as('mia').done('POST /files', form);
  const page = await open('mia', `/channels/board/files/${file.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove from Board' }).click();
  await page.getByText('“kept.txt” is no longer in Board.').waitFor();
  expect((await gateway.as('mia').done(`GET /files/${file.id}`)).file.links).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /kept\.txt/ }).waitFor();
});
