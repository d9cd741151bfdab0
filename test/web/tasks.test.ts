import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function write(content: string) {
  const input = { kind: 'markdown', title: 'Tasks', content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

/** Bytes before the boxes are more than characters, lines end in two ways, and a box in code is none. */
const plan =
  '\ufeff# Größe 🎉\r\n\r\n```\n- [ ] code\n```\n\n* [ ] buy *milk*\n  1. [X] an inner one\n\n> - [ ] in a quote\n';

test('a box that is ticked in the reading view changes one byte, as a version of its own', async () => {
  const { id } = await write(plan);
  const page = await open('will', `/artifacts/${id}`);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('buy milk').click();
  await page.getByText('version 2').first().waitFor();
  await expectAccessible(page);
  expect((await artifactOf(id)).content).toBe(plan.replace('[ ] buy', '[x] buy'));
  // One after the other, without waiting.
  await box('an inner one').click();
  await box('in a quote').click();
  await box('buy milk').click();
  await expect
    .poll(async () => (await artifactOf(id)).content)
    .toBe(plan.replace('[X]', '[ ]').replace('[ ] in a quote', '[x] in a quote'));
  expect(await box('code').count()).toBe(0);
});

test('boxes that are ticked while the workspace is away are kept, and stored once it is back', async () => {
  const { id } = await write('- [ ] one\n- [ ] two\n');
  const page = await open('will', `/artifacts/${id}`);
  await page.getByRole('checkbox', { name: 'one' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('checkbox', { name: 'one' }).click();
  await page.getByRole('checkbox', { name: 'two' }).click();
  expect(await page.getByRole('checkbox', { name: 'two' }).isChecked()).toBe(true);
  await page.getByText('Kept on this machine.').first().waitFor();
  expect((await artifactOf(id)).versionNumber).toBe(1);
  await page.context().setOffline(false);
  await expect.poll(async () => (await artifactOf(id)).content, { timeout: 40_000 }).toBe('- [x] one\n- [x] two\n');
});

test('a box of a document that was changed first is told, and is as it stands now', async () => {
  const { id, versionId } = await write('- [ ] one\n');
  const page = await open('will', `/artifacts/${id}`);
  await page.getByRole('checkbox', { name: 'one' }).waitFor();
  const change = { expectedVersionId: versionId, content: 'New.\n\n- [ ] one\n', idempotencyKey: randomUUID() };
  const changedMeanwhile = async (route: Route) => {
    await gateway.as('mia').done(`PATCH /artifacts/${id}`, change);
    await route.continue();
  };
  await page.route(`**/api/workspace/artifacts/${id}*`, changedMeanwhile, { times: 1 });
  await page.getByRole('checkbox', { name: 'one' }).click();
  await page.getByText('The document was changed first').waitFor();
  await page.getByRole('article').getByText('New.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'one' }).isChecked()).toBe(false);
  await page.getByRole('checkbox', { name: 'one' }).click();
  await expect.poll(async () => (await artifactOf(id)).content).toBe('New.\n\n- [x] one\n');
});

test('who only reads a document ticks nothing', async () => {
  const { id } = await write('- [ ] one\n');
  const page = await open('rita', `/channels/board/artifacts/${id}`);
  expect(await page.getByRole('checkbox', { name: 'one' }).isDisabled()).toBe(true);
});
