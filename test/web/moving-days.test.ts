import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => []);
const shared = sharedBrowser();
const fields = [
  { key: 'starts', label: 'Starts', type: 'date' },
  { key: 'ends', label: 'Ends', type: 'date' },
  { key: 'from', label: 'From', type: 'date_time' },
  { key: 'until', label: 'Until', type: 'date_time' },
];
let objectTypeId: string;
let recordId: string;
let callId: string;

const open = (path: string): Promise<Page> => appPage(shared.browser, gateway, { path });

/** From when to when the record lasts, as it is stored. */
const stored = async (id = recordId) => {
  const { record } = await gateway.admin.done(`GET /channels/general/records/${id}`);
  return [record.values.starts, record.values.ends];
};
const becomes = async (starts: string, ends: string, id = recordId) => {
  await expect.poll(() => stored(id)).toEqual([starts, ends]);
};

beforeAll(async () => {
  const { done } = gateway.admin;
  ({ objectTypeId } = (await done('POST /channels/general/data-sets', { name: 'Trips', fields })).dataSet);
  const values = { starts: '2026-04-07', ends: '2026-04-08' };
  recordId = (await done('POST /channels/general/records', { objectTypeId, title: 'To Oslo', values })).record.id;
  const view = (body: object) => done('POST /channels/general/views', { objectTypeId, ...body });
  await view({ name: 'Dates', renderer: 'calendar', dateFieldKey: 'starts', endDateFieldKey: 'ends' });
  await view({ name: 'Hours', renderer: 'calendar', dateFieldKey: 'from', endDateFieldKey: 'until' });
  const meeting = (title: string, from: string, until: string) =>
    done('POST /channels/general/records', {
      objectTypeId,
      title,
      values: { from: `2026-04-${from}:00Z`, until: `2026-04-${until}:00Z` },
    });
  callId = (await meeting('Call', '07T10:00', '07T11:00')).record.id;
  await meeting('Review', '07T10:30', '07T12:00');
  await meeting('Fair', '08T18:00', '10T12:00');
  await view({ name: 'Plan', renderer: 'timeline', startFieldKey: 'starts', endFieldKey: 'ends' });
});

test('in a calendar a record is moved and stretched by dragging and by keys, and looked at by week, day and list', async () => {
  const page = await open('/channels/general/views/dates?month=2026-04');
  const bar = page.getByRole('link', { name: /^To Oslo/ });
  await bar.dragTo(page.locator('time[datetime="2026-04-16"]'));
  await becomes('2026-04-16', '2026-04-17');
  await page.getByTitle('Drag to end it on another day').dragTo(page.locator('time[datetime="2026-04-19"]'));
  await becomes('2026-04-16', '2026-04-19');
  await bar.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await becomes('2026-04-09', '2026-04-12');
  await page.getByRole('link', { name: 'To Oslo Apr 9, 2026 to Apr 12, 2026' }).focus();
  const undo = page.getByRole('button', { name: 'Undo' }).first();
  const earlier = await undo.elementHandle();
  await page.keyboard.press('Shift+Alt+ArrowLeft');
  await becomes('2026-04-09', '2026-04-11');
  // The newest offer may come a moment after the change is stored.
  await expect.poll(() => undo.evaluate((newest, older) => newest !== older, earlier)).toBe(true);
  await undo.click();
  await becomes('2026-04-09', '2026-04-12');

  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByText('Apr 9, 2026 to Apr 12, 2026').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move To Oslo' }).click();
  await page.getByRole('menuitem', { name: 'A day later', exact: true }).click();
  await becomes('2026-04-10', '2026-04-13');

  const week = await open('/channels/general/views/dates?look=week&day=2026-04-08');
  await week.getByRole('heading', { name: 'Apr 6, 2026 to Apr 12, 2026' }).waitFor();
  await week.getByRole('link', { name: /^To Oslo/ }).waitFor();
  await expectAccessible(week);
  await week.getByRole('button', { name: 'Show the week after' }).click();
  await week.waitForURL('**/dates?look=week&day=2026-04-15');
  await week.getByRole('link', { name: /^To Oslo/ }).waitFor();
  await week.getByRole('button', { name: 'Day', exact: true }).click();
  await week.getByText('No records').waitFor();
});

test('moments have hours in a week, where they are moved and stretched, and a narrow screen shows one day', async () => {
  const calls = async () => {
    const { values } = (await gateway.admin.done(`GET /channels/general/records/${callId}`)).record;
    return [values.from, values.until].map((moment) => String(moment).slice(8, 16));
  };
  const page = await open('/channels/general/views/hours?look=week&day=2026-04-08');
  const call = page.getByRole('link', { name: /^Call/ });
  await page.getByRole('link', { name: 'Fair Apr 8, 2026 to Apr 10, 2026' }).waitFor();
  await page.getByText('10:00 – 11:00 AM').waitFor();
  await expectAccessible(page);
  const [one, other] = await Promise.all([
    call.boundingBox(),
    page.getByRole('link', { name: /^Review/ }).boundingBox(),
  ]);
  expect(one!.x).toBeLessThan(other!.x);
  await call.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(calls).toEqual(['07T10:15', '07T11:15']);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(calls).toEqual(['08T10:15', '08T11:15']);
  await page.keyboard.press('Shift+Alt+ArrowDown');
  await expect.poll(calls).toEqual(['08T10:15', '08T11:30']);
  const friday = page.locator('[data-day="2026-04-10"]');
  const at = (hour: number) => ({ targetPosition: { x: 20, y: Math.round((hour * 1056) / 24) } });
  await call.dragTo(friday, { sourcePosition: { x: 10, y: 2 }, ...at(14) });
  await expect.poll(async () => (await calls())[0]).toMatch(/^10T1[34]:/);
  await page.getByTitle('Drag to end it at another hour').last().dragTo(friday, at(17));
  await expect.poll(async () => (await calls())[1]).toBe('10T17:00');

  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.locator('[data-day]:visible').count()).toBe(1);
  await page.getByRole('button', { name: 'Fri 10' }).click();
  await page.waitForURL('**/hours?look=week&day=2026-04-10');
  await page.getByRole('list', { name: 'Longer than a day' }).getByRole('link', { name: 'Fair' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move Call' }).click();
  await page.getByRole('menuitem', { name: 'An hour earlier' }).click();
  await expect.poll(async () => (await calls())[1]).toBe('10T16:00');
});

test('on a timeline a bar is moved by dragging, by keys and by its menu, from days to decades', async () => {
  const page = await open('/channels/general/views/plan?zoom=days');
  const [starts] = await stored();
  const name = page.getByRole('link', { name: 'To Oslo' });
  await name.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await stored())[0]).not.toBe(starts);
  await page.getByRole('button', { name: 'Move To Oslo' }).click();
  await page.getByRole('menuitem', { name: 'End a day later' }).click();
  await becomes('2026-04-11', '2026-04-15');
  await page.getByRole('button', { name: 'Decades' }).click();
  await page.waitForURL('**/plan?zoom=decades');
  await expectAccessible(page);
});

test('on a timeline a bar and its end are dragged along the axis, also when it scrolls, and keys move the end', async () => {
  const { done } = gateway.admin;
  const values = { starts: '2026-04-07', ends: '2026-04-09' };
  const trip = { objectTypeId, title: 'To Rome', values };
  const { id } = (await done('POST /channels/general/records', trip)).record;
  const page = await open('/channels/general/views/plan?zoom=days');
  const axis = page.getByRole('region', { name: 'Plan, on a time axis' });
  const bar = axis.getByRole('listitem').filter({ hasText: 'To Rome' }).locator('[draggable]').first();
  const dayPixels = 30;
  const drag = async (days: number, { atEnd = false, scrolled = 0 } = {}) => {
    await bar.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await bar.boundingBox())!;
    const [left, middle] = [x + (atEnd ? width - 3 : 10), y + height / 2];
    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.mouse.move(left + 5, middle);
    if (scrolled > 0) await axis.evaluate((box, by) => box.scrollBy(by, 0), scrolled);
    await page.mouse.move(left + days * dayPixels - scrolled, middle, { steps: 4 });
    await page.mouse.up();
  };
  await drag(3);
  await becomes('2026-04-10', '2026-04-12', id);
  await drag(2, { atEnd: true });
  await becomes('2026-04-10', '2026-04-14', id);
  await drag(-9, { atEnd: true });
  await becomes('2026-04-10', '2026-04-10', id);
  await page.setViewportSize({ width: 900, height: 720 });
  await drag(5, { scrolled: 60 });
  await becomes('2026-04-15', '2026-04-15', id);
  await page.getByRole('link', { name: 'To Rome' }).focus();
  await page.keyboard.press('Shift+Alt+ArrowRight');
  await becomes('2026-04-15', '2026-04-16', id);
});
