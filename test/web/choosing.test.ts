import { expect, test } from 'vitest';
import { expectAccessible } from '../support/app-pages.ts';
import { twoWriters } from '../support/two-writers.ts';

const { open, write, artifactOf, change, text, yours, withoutNews, meet, begun, clash, three } = twoWriters();

test('a place that both changed can hold both, theirs and then mine', async () => {
  const { id, page } = await clash('Both', 'Theirs.');
  await meet(page);
  await page.getByRole('button', { name: 'Take both' }).click();
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('Theirs.\nMine: First.\n\nSecond.\n\nThird.\n');
});

test('a line at whose end both wrote holds the words of both once', async () => {
  const { id, page } = await begun('One line');
  await withoutNews(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' By Will.');
  await change(id, 'First.', 'First. By an agent.');
  await meet(page);
  await page.getByRole('button', { name: 'Take both' }).click();
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('Mine: First. By an agent. By Will.\n\nSecond.\n\nThird.\n');
});

/** A place that Will changed and an agent deleted, in a comparison. */
async function deletedByTheirs(title: string, viewport?: { width: number; height: number }) {
  const { id, page } = await begun(title, viewport);
  await withoutNews(page);
  await change(id, 'First.\n\n', '');
  await meet(page);
  await yours(page).getByText('You changed this, theirs deleted it').waitFor();
  expect(await yours(page).getByRole('button', { name: 'Take both' }).count()).toBe(0);
  return { id, page };
}

test('my words of a place that others deleted are kept or left out', async () => {
  const kept = await deletedByTheirs('Kept');
  await expectAccessible(kept.page);
  await yours(kept.page).getByRole('button', { name: 'Keep my words' }).click();
  await expect.poll(() => yours(kept.page).getByText('theirs deleted it').count()).toBe(0);
  await kept.page.getByRole('button', { name: 'Save what is on the right' }).click();
  await kept.page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(kept.id)).content).toBe('Mine: First.\n\nSecond.\n\nThird.\n');
  const left = await deletedByTheirs('Left out');
  await yours(left.page).getByRole('button', { name: 'Leave them out' }).click();
  await expect.poll(() => yours(left.page).innerText()).toMatch(/^Second\./);
  const { page } = await deletedByTheirs('On a phone', { width: 375, height: 800 });
  expect(await yours(page).getByRole('button').allInnerTexts()).toEqual(['Keep mine', 'Take theirs here']);
});

test('their words of a place that I deleted are taken or left out', async () => {
  const { id } = await write('Gone here', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+Home');
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Delete']) await page.keyboard.press(key);
  await change(id, 'First.', 'Theirs.');
  await meet(page);
  await yours(page).getByText('You deleted this, theirs changed it').waitFor();
  await yours(page).getByRole('button', { name: 'Leave them out' }).waitFor();
  await yours(page).getByRole('button', { name: 'Take their words' }).click();
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page
    .getByText(/You took over version 2 as it is/)
    .or(page.getByText(/^Saved as version 3/))
    .first()
    .waitFor();
  expect((await artifactOf(id)).content).toBe('Theirs.\n\nSecond.\n\nThird.\n');
});

test('changes of the same lines stand side by side, and each can be taken or written anew', async () => {
  const { id, page } = await clash('Same', 'First, by an agent.');
  await change(id, 'Third.', 'Third, by an agent.');
  await meet(page);
  const both = page.getByRole('region', { name: 'Two versions' });
  await both.getByText('Both changed the same lines in one place.').waitFor();
  const [theirs, yours] = [both.getByRole('textbox', { name: 'Theirs' }), both.getByRole('textbox', { name: 'Yours' })];
  expect(await theirs.innerText()).toContain('First, by an agent.');
  expect(await yours.innerText()).toContain('Mine: First.');
  expect(await yours.innerText()).toContain('Third, by an agent.');
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Take theirs here' }).click();
  expect(await yours.innerText()).not.toContain('Mine');
  await yours.press('Control+End');
  await page.keyboard.type('Both agree.\n');
  await both.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 4/).waitFor();
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nSecond.\n\nThird, by an agent.\nBoth agree.\n');
});
