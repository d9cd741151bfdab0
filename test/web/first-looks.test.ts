import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../schemas/durations.ts';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => []);
const shared = sharedBrowser();
const phone = { viewport: { width: 375, height: 700 } };
const channel = '/channels/general';
const choices = ['new', 'won'].map((key) => ({ key, label: key }));
const fields = [
  { key: 'starts', label: 'Start', type: 'date' },
  { key: 'ends', label: 'End', type: 'date' },
  { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
];
/** A day as many days from today. */
const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

const open = (path: string, options: object = {}): Promise<Page> =>
  appPage(shared.browser, gateway, { path: channel + path, timezoneId: 'UTC', locale: 'en-US', ...options });

beforeAll(async () => {
  const { done } = gateway.admin;
  const made = async (objectType: string, spans: readonly (readonly [string, string])[]) => {
    const { objectTypeId } = (await done('POST /channels/general/data-sets', { name: objectType, objectType, fields }))
      .dataSet;
    const create = spans.map(([starts, ends], place) => ({
      title: `Order ${place}`,
      values: { starts, ends, stage: 'won' },
    }));
    await done('POST /channels/general/records/batch', { objectTypeId, create });
    const days = { startFieldKey: 'starts', endFieldKey: 'ends' };
    const calendar = { dateFieldKey: 'starts', endDateFieldKey: 'ends' };
    const view = (body: object) => done('POST /channels/general/views', { objectTypeId, ...body });
    await view({ name: `Plan of ${objectType}`, renderer: 'timeline', groupByFieldKey: 'stage', ...days });
    await view({ name: `Days of ${objectType}`, renderer: 'calendar', ...calendar });
  };
  await made(
    'ranges',
    Array.from({ length: 60 }, (_, place) => [dayAfter(9 * place - 500), dayAfter(9 * place - 490)] as const),
  );
  await made('past', [
    ['2024-02-27', '2024-02-27'],
    ['2024-03-05', '2024-03-07'],
    ['2024-03-05', '2024-03-05'],
    ['2025-01-31', '2025-02-01'],
  ]);
});

/** Whether an element is on top at its middle. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });

const timelineOf = (page: Page, name: string) => page.getByRole('region', { name: `${name}, on a time axis` });
/** The bars of which a part is beside the names, within the screen. */
const barsInSight = (timeline: Locator) =>
  timeline.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('li')].filter((row) => {
      const bar = row.querySelector('[style*="width"]')!.getBoundingClientRect();
      const name = row.firstElementChild!.getBoundingClientRect();
      return (
        bar.top < box.ownerDocument.documentElement.clientHeight && bar.right > left + name.width && bar.left < right
      );
    }).length;
  });

test('the names of a timeline cover the bars that are scrolled below them, and the period is named beside them', async () => {
  const page = await open('/views/plan-of-ranges?zoom=weeks');
  const timeline = timelineOf(page, 'Plan of ranges');
  const row = timeline.getByRole('listitem').first();
  const bar = row.locator('[style*="width"]').first();
  await bar.waitFor();
  const scrollTo = (left: number) => timeline.evaluate((box, to) => box.scrollTo({ left: to }), left);
  await scrollTo(0);
  const [box, edge] = [await bar.boundingBox(), await timeline.boundingBox()];
  await scrollTo(box!.x - edge!.x - 150);
  const menu = row.getByRole('button', { name: 'Move Order 0' });
  expect(await isOnTop(row.getByRole('link'))).toBe(true);
  expect(await isOnTop(menu)).toBe(true);
  await menu.hover();
  expect(await isOnTop(menu)).toBe(true);
  const first = await timeline.evaluate((scrolled) => {
    const names = scrolled.querySelector('li > *')!.getBoundingClientRect();
    const label = scrolled.ownerDocument.elementFromPoint(names.right + 12, scrolled.getBoundingClientRect().top + 15);
    return [label!.textContent, label!.getBoundingClientRect().left >= names.right - 2];
  });
  expect(first).toEqual([expect.stringMatching(/^[A-Z][a-z]{2} \d{4}$/), true]);
});

test.each(['Plan of ranges', 'Plan of past'])(
  '%s opens on a phone where rows have bars, and goes on from there',
  async (name) => {
    const page = await open(`/views/${name.toLowerCase().replaceAll(' ', '-')}?zoom=days`, phone);
    const timeline = timelineOf(page, name);
    await timeline.getByRole('listitem').first().waitFor();
    expect(await barsInSight(timeline)).toBeGreaterThan(0);
    const left = () => timeline.evaluate((box) => box.scrollLeft);
    const opened = await left();
    await page.getByRole('button', { name: 'Show later days' }).click();
    expect(await left()).toBeGreaterThan(opened);
    await page.getByRole('button', { name: 'Show earlier days' }).click();
    expect(await left()).toBe(opened);
    const today = page.getByRole('button', { name: 'Today', exact: true });
    expect(await today.isEnabled()).toBe(name === 'Plan of ranges');
    if (name === 'Plan of ranges') {
      await today.click();
      expect(await left()).toBeGreaterThan(opened);
    }
    await expectAccessible(page);
  },
);

test('a month on a phone is a list by day that begins with the month', async () => {
  const page = await open('/views/days-of-past?month=2024-03', phone);
  const days = page.getByRole('heading', { level: 3 });
  await days.first().waitFor();
  expect(await days.allInnerTexts()).toEqual(['Tuesday, March 5, 2024']);
  expect(
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /^Order [12]$/ })
      .count(),
  ).toBe(2);
  await expectAccessible(page);
  await page.getByText('Earlier days (1)').click();
  expect(await days.allInnerTexts()).toEqual(['Tuesday, February 27, 2024', 'Tuesday, March 5, 2024']);
});

test('this month on a phone begins today', async () => {
  const page = await open('/views/days-of-ranges', phone);
  const days = page.getByRole('heading', { level: 3 });
  await days.first().waitFor();
  const first = await days.first().locator('time').getAttribute('datetime');
  expect(first! >= dayAfter(0)).toBe(true);
});

test('a new calendar ends where a new timeline does, and a new pivot table has the periods of its data', async () => {
  const page = await open('/data-sets/past/new-view?kind=calendar');
  for (const kind of ['Calendar', 'Timeline']) {
    await page.getByLabel('Kind').selectOption({ label: kind });
    expect(await page.getByLabel('Ends on').locator('option:checked').innerText()).toBe('End');
  }
  await page.getByLabel('Kind').selectOption({ label: 'Pivot table' });
  const [count, from] = [page.getByLabel('How many periods'), page.getByLabel('Beginning with the period of')];
  await expect.poll(() => count.inputValue()).toBe('12');
  expect(await from.inputValue()).toBe('2024-02-27');
  await page.getByLabel('Periods', { exact: true }).selectOption({ label: 'years' });
  await expect.poll(() => count.inputValue()).toBe('2');
  await from.fill('2023-01-01');
  await page.getByLabel('Periods', { exact: true }).selectOption({ label: 'quarters' });
  expect([await count.inputValue(), await from.inputValue()]).toEqual(['2', '2023-01-01']);
});
