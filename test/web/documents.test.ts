import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const agent = { 'workspace-agent': 'Planner' };

const open = (name: 'mia' | 'will' | 'rita' | 'ned', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function write(title: string, content: string, kind = 'markdown') {
  const input = { kind, title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact;
}

/** A change by Will, through an agent or by himself. */
async function change(id: string, oldText: string, newText: string, headers = {}): Promise<void> {
  const { artifact } = await gateway.as('will').done(`GET /artifacts/${id}`);
  const edits = [{ oldText, newText }];
  const input = { expectedVersionId: artifact.versionId, edits, idempotencyKey: randomUUID() };
  await gateway.as('will').done(`PATCH /artifacts/${id}`, input, headers);
}

const contentOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact.content;

/** Keeps the page from hearing of the changes of others. */
const withoutNews = (page: Page) => page.route('**/api/workspace/activity*', (route) => route.abort());

let plan: string;

beforeAll(async () => {
  plan = (await write('Plan', '# Plan\n\nWe open in May.\n\n## Risks\n\nNone.\n\n## Team\n\nAda and Bo.\n')).id;
  await change(plan, 'We open in May.', 'We open in June.');
  await change(plan, 'None.', 'The supplier is late.', agent);
});

test('a document tells who changed it through what, and its headings lead to their places', async () => {
  const page = await open('rita', `/artifacts/${plan}`);
  await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
  await page.getByText('Nobody has commented yet.').waitFor();
  expect(await page.locator('main header').innerText()).toMatch(
    /Board[^]*will@workspace\.test[^]*via Planner[^]*Version 3/,
  );
  await page.getByRole('navigation', { name: 'Headings' }).getByRole('link', { name: 'Team' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#heading:team');
  await expectAccessible(page);
});

test('an address leads to one of equal headings, and to the comments, though they come later', async () => {
  const section = (words: string) => `## Details\n\n${`${words}\n\n`.repeat(60)}`;
  const content = `[The first](#details)\n\n${section('One.')}${section('Two.')}## Comments\n`;
  const { id } = await write('Equal headings', content);
  const page = await open('rita', `/channels/board/artifacts/${id}#comments`);
  await expect.poll(() => topOf(page.getByRole('heading', { name: 'Comments in Board' }))).toBeLessThan(720);
  await page.getByRole('navigation', { name: 'Headings' }).getByRole('link', { name: 'Details' }).last().click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#heading:details:2');
  await expect.poll(() => topOf(page.getByRole('heading', { name: 'Details' }).last())).toBe(68);
  await page.getByRole('link', { name: 'The first' }).click();
  await expect.poll(() => topOf(page.getByRole('heading', { name: 'Details' }).first())).toBe(68);
});

const topOf = async (place: Locator) => Math.round((await place.boundingBox())!.y);

test("an agent's change is seen and taken back in one click, and that is undone", async () => {
  const page = await open('mia', `/channels/board/artifacts/${plan}`);
  await page.getByRole('link', { name: 'See what changed' }).click();
  await page.getByText('From version 2 to version 3').waitFor();
  const lines = page.getByRole('table', { name: 'Lines that changed' });
  expect(await lines.getByRole('row', { name: 'removed' }).innerText()).toContain('None.');
  expect(await lines.getByRole('row', { name: 'added' }).innerText()).toContain('The supplier is late.');
  await page.getByRole('link', { name: 'Only agents’ changes' }).click();
  await expect.poll(() => page.getByRole('link', { name: /^\S* ?Version \d/ }).count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo this change (restores version 2)' }).click();
  await page.getByText('Version 2 stands again, as version 4.').waitFor();
  expect(await contentOf(plan)).toContain('None.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone, as version 5.').waitFor();
  expect(await contentOf(plan)).toContain('The supplier is late.');
});

test('any two versions are compared, and an older one is read at an address of its own', async () => {
  const page = await open('rita', `/artifacts/${plan}?tab=history`);
  await page.getByText(/From version \d to version \d/).waitFor();
  await page.getByText('restored version 2').waitFor();
  await page.getByLabel('Compared with').selectOption({ label: await labelOf(page, 'version 1,') });
  await page.getByText(/From version 1 to version \d/).waitFor();
  await page.getByRole('link', { name: /Version 1/ }).click();
  await page.getByRole('link', { name: 'Open it as a page' }).click();
  await page.getByText('We open in May.').waitFor();
  expect(new URL(page.url()).searchParams.get('version')).toMatch(/^artv_/);
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
});

test.each([375, 1440])('at %i px, no version reaches out of its list', async (width) => {
  const page = await open('mia', `/artifacts/${plan}?tab=history`);
  await page.setViewportSize({ width, height: 800 });
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions
    .getByRole('button', { name: /^Undo this and later changes/ })
    .first()
    .waitFor();
  const reach = await versions.evaluate((list) => {
    const ends = [...list.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right);
    return Math.max(...ends) - list.getBoundingClientRect().right;
  });
  expect(reach).toBeLessThanOrEqual(0);
});

const labelOf = async (page: Page, start: string) =>
  (await page.getByLabel('Compared with').getByRole('option').allInnerTexts()).find((label) =>
    label.startsWith(start),
  )!;

test('a restore tells what changed meanwhile, and goes on only when it is asked again', async () => {
  const { id } = await write('Menu', 'Soup\n');
  await change(id, 'Soup', 'Stew', agent);
  const page = await open('mia', `/artifacts/${id}`);
  await withoutNews(page);
  await page.getByRole('button', { name: 'Restore version 1' }).waitFor();
  await change(id, 'Stew', 'Stew and bread');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'It changed meanwhile' });
  expect(await dialog.innerText()).toMatch(/will@workspace\.test[^]*version 3[^]*Stew and bread/);
  expect(await contentOf(id)).toBe('Stew and bread\n');
  await dialog.getByRole('button', { name: 'Restore version 1 all the same' }).click();
  await page.getByText('Version 1 stands again, as version 4.').waitFor();
  expect(await contentOf(id)).toBe('Soup\n');
});

test('each line stands beside the person or agent who wrote it', async () => {
  const { id } = await write('Lines', 'one\ntwo\nthree\n');
  await change(id, 'two', 'deux', agent);
  const page = await open('rita', `/artifacts/${id}?tab=lines`);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).innerText();
  await expect.poll(() => row('one'), patience).toMatch(/mia@workspace\.test[^]*version 1/);
  await expect.poll(() => row('deux'), patience).toMatch(/will@workspace\.test[^]*via Planner[^]*version 2/);
  await expect.poll(() => row('three'), patience).toContain('mia@workspace.test');
});

test('HTML and hidden characters of a document are text, and nothing of it runs or loads', async () => {
  const asked: string[] = [];
  const { id } = await write(
    'Odd\u202Etitle',
    'a\u202Eb\n\n<img src=x onerror="document.title=\'ran\'">\n\n<script>document.title="ran"</script>\n\n[go](javascript:alert(1)) ![far](https://elsewhere.test/a.png)\n',
  );
  const page = await open('mia', `/artifacts/${id}`);
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.getByText('<script>document.title="ran"</script>').waitFor();
  const article = page.getByRole('article').first();
  expect(await article.getByTitle('A hidden character').innerText()).toBe('202e');
  expect(await article.locator('img, script').count()).toBe(0);
  expect(
    await article.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['https://elsewhere.test/a.png']);
  expect(await page.title()).not.toBe('ran');
  expect(asked.filter((host) => host !== new URL(gateway.url).host)).toEqual([]);
});

test('a long document is read part by part, and its outline leads to any of them', async () => {
  const sections = Array.from({ length: 900 }, (_, index) => `## Part ${index + 1}\n\n${'Many words. '.repeat(20)}\n`);
  const { id } = await write('Long', `${sections.join('\n')}\nThe [end].\n\n[end]: /trash\n`);
  const page = await open('rita', `/artifacts/${id}`);
  await page.getByRole('heading', { name: 'Part 1', exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 3 }).count()).toBeLessThan(300);
  await page.getByRole('link', { name: 'Part 250', exact: true }).click();
  await expect.poll(() => page.getByRole('heading', { name: 'Part 250', exact: true }).isVisible()).toBe(true);
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect.poll(() => page.getByRole('link', { name: 'end', exact: true }).count()).toBe(1);
});

test('a large sheet draws the rows in sight, and keys lead to the last one', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${index + 1},"Name ""${index + 1}""",Oslo`);
  const { id } = await write('Guests', `No,Name,City\n${rows.join('\n')}\n`, 'csv');
  const page = await open('rita', `/artifacts/${id}`);
  const grid = page.getByRole('grid', { name: 'Guests' });
  await page.getByText('All 30,000 rows, 3 columns').waitFor();
  expect(await grid.getByRole('row').count()).toBeLessThan(100);
  await grid.getByRole('gridcell', { name: 'Name "1"', exact: true }).click();
  // A key that comes while no cell has the focus is lost.
  await page.evaluate(`{
    const table = document.querySelector('[role=grid]');
    const noteLoss = () => document.activeElement === document.body && (table.dataset.lost = 'focus');
    new MutationObserver(noteLoss).observe(table, { childList: true, subtree: true });
  }`);
  await page.keyboard.press('Control+End');
  await page.getByLabel('Selected cell').getByText('30,000').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.getByLabel('Selected cell').innerText()).toMatch(/Name, row 30,000:\s*Name "30000"/);
  expect(await grid.getAttribute('data-lost')).toBe(null);
  await expectAccessible(page);
  await grid.evaluate((table) => table.parentElement!.scrollTo(0, 0));
  await grid.getByRole('gridcell', { name: 'Name "1"', exact: true }).waitFor();
  await expect.poll(() => grid.locator('[tabindex="0"]').count()).toBe(1);
});

test('where a page may not copy, it says so and shows the link', async () => {
  const page = await open('rita', `/artifacts/${plan}`);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy its link' }).click();
  await page.getByText(`Select this and copy it: ${gateway.url}`).waitFor();
});

test('Undo brings a document back from the trash, to the same page', async () => {
  const { id } = await write('Short-lived', 'Here.\n');
  const page = await open('mia', `/channels/board/artifacts/${id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
  await page.getByText('“Short-lived” is in the trash.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/channels/board');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('article').getByText('Here.').waitFor();
});

test('a document that is not shared looks like one that does not exist', async () => {
  const [hidden, unknown] = await Promise.all([open('ned', `/artifacts/${plan}`), open('ned', '/artifacts/art_none')]);
  const said = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
    return page.locator('main').textContent();
  };
  expect(await said(hidden)).toBe(await said(unknown));
});
