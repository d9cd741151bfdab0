import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Field } from '../../schemas/fields.ts';
import type { Filters, Row } from '../../schemas/queries.ts';
import { type Query, type Reference, referenceOf } from '../differential/reference.ts';
import type { Value } from '../differential/table.ts';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { Random } from '../support/random.ts';
import { gatewayWith } from '../support/rest.ts';

const people = ['ann', 'ben', 'cleo'];
const addressOf = (name: string) => `${name}@workspace.test`;
const gateway = gatewayWith(() => [], ...people.map((name) => ({ email: addressOf(name) })));
let names: Map<string, string>;
const shared = sharedBrowser();
let objectTypeId: string;
let fields: readonly Field[];
/** The same records in DuckDB, which answers without the product. */
let reference: Reference;

const jobs = 460;
const dayMs = 86_400_000;
const earliest = Date.UTC(2026, 1, 15);
const dayFrom = (day: number) => new Date(earliest + day * dayMs).toISOString().slice(0, 10);
const choicesOf = (...keys: string[]) => ({
  options: { choices: keys.map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) })) },
});
const declared = [
  { key: 'status', label: 'Status', type: 'select', ...choicesOf('todo', 'doing', 'done') },
  { key: 'team', label: 'Team', type: 'user', multiple: true },
  { key: 'paid', label: 'Paid', type: 'checkbox' },
  { key: 'hours', label: 'Hours', type: 'number' },
  { key: 'starts', label: 'Starts', type: 'date' },
  { key: 'ends', label: 'Ends', type: 'date' },
  { key: 'at', label: 'At', type: 'date_time' },
];

function jobsOf(random: Random): { title: string; values: Record<string, unknown> }[] {
  return Array.from({ length: jobs }, (_, index) => {
    const start = random.below(90);
    const team = random.some(people, random.below(3)).map((name) => gateway.idOf(addressOf(name)));
    return {
      title: `Job ${String(index + 1).padStart(3, '0')}`,
      values: {
        ...(random.happens(0.9) && { status: random.pick(['todo', 'doing', 'done']) }),
        ...(team.length > 0 && { team }),
        ...(random.happens(0.4) && { paid: true }),
        ...(random.happens(0.9) && { hours: random.below(40) }),
        ...(random.happens(0.95) && { starts: dayFrom(start) }),
        ...(random.happens(0.6) && { ends: dayFrom(start + random.below(12)) }),
        ...(random.happens(0.95) && { at: new Date(earliest + random.below(90 * 48) * 1_800_000).toISOString() }),
      },
    };
  });
}

const sort = [
  { fieldKey: 'hours', direction: 'desc' },
  { fieldKey: 'title', direction: 'asc' },
];
const views = [
  { name: 'Days', renderer: 'calendar', dateFieldKey: 'starts', endDateFieldKey: 'ends' },
  { name: 'Moments', renderer: 'calendar', dateFieldKey: 'at' },
  { name: 'Plan', renderer: 'timeline', startFieldKey: 'starts', endFieldKey: 'ends', groupByFieldKey: 'status' },
  {
    name: 'Plan by team',
    renderer: 'timeline',
    startFieldKey: 'starts',
    endFieldKey: 'ends',
    groupByFieldKey: 'team',
  },
  { name: 'By status', renderer: 'table', groupByFieldKey: 'status', columns: ['status', 'hours', 'starts'], sort },
  { name: 'By payment', renderer: 'table', groupByFieldKey: 'paid', columns: ['paid', 'hours', 'starts'], sort },
  { name: 'Statuses', renderer: 'board', groupByFieldKey: 'status', cardFieldKeys: ['hours', 'starts'], sort },
  { name: 'Teams', renderer: 'board', groupByFieldKey: 'team', cardFieldKeys: ['hours', 'starts'], sort },
  { name: 'Payments', renderer: 'board', groupByFieldKey: 'paid', cardFieldKeys: ['hours', 'starts'], sort },
];

beforeAll(async () => {
  const { done } = gateway.admin;
  ({ objectTypeId } = (await done('POST /channels/general/data-sets', { name: 'Jobs', fields: declared })).dataSet);
  names = new Map((await done('GET /people')).people.map(({ id, name }) => [id, name]));
  const all = jobsOf(new Random(20));
  for (let from = 0; from < all.length; from += 200)
    await done('POST /channels/general/records/batch', { objectTypeId, create: all.slice(from, from + 200) });
  for (const view of views) await done('POST /channels/general/views', { objectTypeId, ...view });
  ({ fields } = (await done('GET /channels/general')).channel.dataSets[0]!);
  const rows = (await product({ operation: 'records' })).map(({ id, ...values }) => ({
    id: String(id),
    values: values as Record<string, Value>,
  }));
  reference = await referenceOf({ name: 'Jobs', channelId: 'general', objectTypeId, fields, rows }, 'UTC');
});

afterAll(() => reference.close());

const query = (asked: object): Query =>
  ({ mode: 'deterministic', channelId: 'general', objectTypeId, limit: 500, ...asked }) as Query;
const product = async (asked: object): Promise<Row[]> =>
  (await gateway.admin.done('POST /queries', query(asked))).data.rows!;

/** The rows of a typed query, which are those of DuckDB. */
async function answered(asked: object): Promise<Row[]> {
  const rows = await product(asked);
  expect((await reference.answer(query(asked), { now: new Date(), timeZone: 'UTC' })).rows).toEqual(rows);
  return rows;
}

const orderBy = [
  { field: 'hours', direction: 'desc' },
  { field: 'title', direction: 'asc' },
];
const recordsOf = (filters: Filters = []) => answered({ operation: 'records', filters, orderBy });
const count = { alias: 'count', function: 'count_rows' };

/** How many records each value has, by its label as pages write it. */
async function countsBy(key: string, filters: Filters = []): Promise<[string, number][]> {
  const rows = await answered({ operation: 'aggregate', groupBy: [key], metrics: [count], filters });
  return rows.map((row) => [labelOf(key, row[key]), Number(row['count'])]);
}

const fieldOf = (key: string) => fields.find((field) => field.key === key)!;
function labelOf(key: string, value: unknown): string {
  const { label, type, options } = fieldOf(key);
  if (type === 'checkbox') return value === true ? 'Yes' : 'No';
  const found = options?.choices?.find((choice) => choice.key === value)?.label ?? names.get(text(value) ?? '');
  return found ?? `No ${label}`;
}

const isOf = (key: string, label: string, row: Row): boolean => {
  const values = Array.isArray(row[key]) ? (row[key] as unknown[]) : [row[key]];
  return values.some((value) => labelOf(key, value) === label);
};

const open = (slug: string, more: object = {}): Promise<Page> =>
  appPage(shared.browser, gateway, {
    path: `/channels/general/views/${slug}`,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    ...more,
  });

/** Shows the pages that follow until there are no more. A page has come once more records are counted. */
async function readToTheEnd(page: Page): Promise<number> {
  const foot = page.getByRole('status').getByText(/^(All|First) [\d,]+/);
  for (let pages = 1; ; pages += 1) {
    const words = await foot.innerText();
    if (words.startsWith('All')) return pages;
    const [count] = /[\d,]+/.exec(words)!;
    await page.getByRole('button', { name: 'Show more' }).click();
    await foot.filter({ hasText: `First ${count}` }).waitFor({ state: 'detached' });
  }
}

/** Headings such as `Won 26` and `Won 20 of 26`: the label, how many are shown, and of how many. */
const headings = async (of: Locator): Promise<[string, number, number][]> =>
  (await of.getByRole('heading').allInnerTexts()).map((text) => {
    const [, label, shown, all = shown] = /^(.*?)\s+([\d,]+)(?: of ([\d,]+))?$/s.exec(text)!;
    return [label!, numberIn(shown!), numberIn(all!)];
  });
const numberIn = (text: string) => Number(text.replaceAll(',', ''));
const dayIn = (words: string) => new Date(`${words} UTC`).toISOString().slice(0, 10);
/** `Mar 30, 2026 to Apr 2, 2026` as days. */
const daysIn = (words: string) => {
  const [from, to = from] = words.split(' to ').map(dayIn);
  return [from!, to!];
};
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const daysOf = ({ starts, ends }: Row): [string, string] => {
  const [from, to] = [String(starts), text(ends)];
  return [from, to !== undefined && to > from ? to : from];
};
const sorted = <Item extends readonly unknown[]>(items: readonly Item[]) =>
  items.toSorted((one, other) => one.join().localeCompare(other.join()));

/** Records that last on days, as a typed query finds them. */
const lastingOn = (first: string, last: string) =>
  recordsOf([
    { field: 'starts', operator: 'lte', value: last },
    {
      or: [
        { field: 'starts', operator: 'gte', value: first },
        { field: 'ends', operator: 'gte', value: first },
      ],
    },
  ] as Filters);

/** The bars of a calendar: each title with the first and last day on which it is drawn. */
const barsIn = (calendar: Locator): Promise<[string, string, string][]> =>
  calendar.evaluate((section) => {
    const drawn = new Map<string, [string, string]>();
    for (const bar of section.querySelectorAll('span[style*="grid"]')) {
      const days = [...bar.parentElement!.querySelectorAll('time')].map((time) => time.dateTime);
      const column = Number(bar.style.gridColumnStart) - 1;
      const length = Number(bar.style.gridColumnEnd.replace('span ', ''));
      const [from, to] = [days[column]!, days[column + length - 1]!];
      const title = bar.querySelector('a')!.firstChild!.textContent!;
      const [earlier = from] = drawn.get(title) ?? [];
      drawn.set(title, [earlier < from ? earlier : from, to]);
    }
    return [...drawn].map(([title, [from, to]]) => [title, from, to]);
  });

test.each([
  ['month', 'month=2026-03', '2026-02-23', '2026-04-05'],
  ['month', 'month=2026-05', '2026-04-27', '2026-05-31'],
  ['week', 'look=week&day=2026-03-11', '2026-03-09', '2026-03-15'],
])('a calendar draws each record of a %s (%s) on its days', async (_look, search, first, last) => {
  const page = await open(`days?${search}`);
  const pages = await readToTheEnd(page);
  const expected = await lastingOn(first, last);
  expect(pages).toBe(Math.ceil(expected.length / 200));
  await page.getByText(`All ${expected.length} records`, { exact: true }).waitFor();
  const clipped = expected.map((row) => {
    const [from, to] = daysOf(row);
    return [String(row['title']), from < first ? first : from, to > last ? last : to] as const;
  });
  expect(sorted(await barsIn(page.getByRole('region', { name: 'Days' })))).toEqual(sorted(clipped));
});

test.each([
  ['list', 'look=list&day=2026-03-11', '2026-03-01', '2026-03-31'],
  ['day', 'look=day&day=2026-03-11', '2026-03-11', '2026-03-11'],
])('a calendar lists each record of a %s with its days', async (_look, search, first, last) => {
  const page = await open(`days?${search}`);
  await readToTheEnd(page);
  const expected = await lastingOn(first, last);
  const items = page.getByRole('region', { name: 'Days' }).getByRole('listitem');
  const shown = await items.evaluateAll((all) =>
    all.map((item) => [item.querySelector('a')!.textContent!, item.children[1]!.textContent!]),
  );
  expect(sorted(shown.map(([title, words]) => [title, ...daysIn(words)]))).toEqual(
    sorted(expected.map((row) => [row['title'], ...daysOf(row)])),
  );
});

test.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])(
  'moments stand on the days that they have in %s',
  async (zone) => {
    const local = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const all = (await recordsOf([{ field: 'at', operator: 'is_not_empty' }] as Filters)).map(
      ({ title, at }) => [String(title), local.format(new Date(String(at))).slice(0, 10)] as const,
    );
    const within = (first: string, last: string) => all.filter(([, day]) => day >= first && day <= last);

    const page = await open('moments?month=2026-03', { timezoneId: zone });
    await readToTheEnd(page);
    const bars = await barsIn(page.getByRole('region', { name: 'Moments' }));
    expect(sorted(bars.map(([title, from]) => [title, from]))).toEqual(sorted(within('2026-02-23', '2026-04-05')));

    for (const [search, first, last] of [
      ['look=day&day=2026-03-11', '2026-03-11', '2026-03-11'],
      ['look=week&day=2026-03-11', '2026-03-09', '2026-03-15'],
    ] as const) {
      await page.goto(`${gateway.url}/channels/general/views/moments?${search}`);
      await readToTheEnd(page);
      const timed = page.locator('[data-day] [data-timed]');
      const shown = () =>
        timed.evaluateAll((found) =>
          found.map((bar) => [
            bar.querySelector('a')!.firstChild!.textContent!,
            bar.closest('[data-day]')!.dataset['day']!,
          ]),
        );
      await expect.poll(async () => [search, sorted(await shown())]).toEqual([search, sorted(within(first, last))]);
    }
  },
);

/** The bars of a timeline: group, title, days in words, and place and width on the axis. */
const rowsOf = (timeline: Locator) =>
  timeline.evaluate((section) =>
    [...section.querySelectorAll('li')].map((item) => {
      const bar = item.querySelector('span[style*="width"]')!;
      return {
        group: item.closest('section')!.querySelector('h2')!.firstElementChild!.firstChild!.textContent!,
        title: item.querySelector('a')!.textContent!,
        days: item.querySelector('a')!.nextElementSibling!.textContent!,
        left: Number.parseFloat(bar.style.left),
        width: Number.parseFloat(bar.style.width),
      };
    }),
  );

const started = [{ field: 'starts', operator: 'is_not_empty' }] as Filters;

test.each([
  ['plan', 'Plan', 'status'],
  ['plan-by-team', 'Plan by team', 'team'],
])('a timeline (%s) counts its groups at once, and draws each record in proportion', async (slug, name, key) => {
  const page = await open(`${slug}?zoom=weeks`);
  const timeline = page.getByRole('region', { name, exact: true });
  await timeline.getByRole('listitem').first().waitFor();
  const counts = await countsBy(key, started);
  const before = await headings(timeline);
  expect(before.map(([label, , all]) => [label, all])).toEqual(counts);

  expect(await readToTheEnd(page)).toBe(3);
  const records = await recordsOf(started);
  await page.getByText(`All ${records.length} records`, { exact: true }).waitFor();
  expect(await headings(timeline)).toEqual(counts.map(([label, all]) => [label, all, all]));
  const shown = await rowsOf(timeline);
  const expected = counts.flatMap(([label]) =>
    records.filter((row) => isOf(key, label, row)).map((row) => [label, row['title'], ...daysOf(row)]),
  );
  expect(sorted(shown.map(({ group, title, days }) => [group, title, ...daysIn(days)]))).toEqual(sorted(expected));
  const days = (day: string) => Date.parse(day) / dayMs;
  const pixels = 12;
  const origin = shown[0]!.left - days(daysIn(shown[0]!.days)[0]!) * pixels;
  for (const { title, days: words, left, width } of shown) {
    const [from, to] = daysIn(words);
    expect([title, left, width]).toEqual([
      title,
      origin + days(from!) * pixels,
      (days(to!) - days(from!) + 1) * pixels,
    ]);
  }
});

/** All lines of a table, which draws only those in sight. Heads of groups are text, rows are their cells. */
async function linesOf(page: Page): Promise<string[][]> {
  const lines = new Map<number, string[]>();
  const grid = page.locator('table').first();
  const last = Number(await grid.getAttribute('aria-rowcount')) - 1;
  for (let from = -1; lines.size < last; ) {
    const drawn = await grid.locator('tbody tr[data-line]').evaluateAll((rows) =>
      rows.map((row) => ({
        line: Number(row.getAttribute('data-line')),
        isRead: row.textContent !== '' && row.querySelector('[data-row] a, button[aria-expanded]') !== null,
        cells: [...row.querySelectorAll('button[aria-expanded] > span:not(:empty), [data-row]')].map(
          (cell) => cell.querySelector('time')?.dateTime ?? cell.textContent!.trim(),
        ),
      })),
    );
    for (const { line, isRead, cells } of drawn) if (isRead) lines.set(line, cells);
    while (lines.has(from + 1)) from += 1;
    await grid.evaluate((table, line) => {
      let box = table.parentElement!;
      while (box.scrollHeight <= box.clientHeight) box = box.parentElement!;
      box.scrollTop = line * 32;
    }, from);
  }
  return [...lines].toSorted(([one], [other]) => one - other).map(([, cells]) => cells);
}

test.each([
  ['by-status', 'status'],
  ['by-payment', 'paid'],
])('a grouped table (%s) has each record in its group, in order, and as many as the group says', async (slug, key) => {
  const page = await open(slug);
  await page.getByText(`All ${jobs} records`, { exact: true }).waitFor();
  const records = await recordsOf();
  const expected = (await countsBy(key)).flatMap(([label, all]) => [
    [label, String(all)],
    ...records
      .filter((row) => isOf(key, label, row))
      .map((row, index) => [
        String(index + 1),
        String(row['title']),
        row[key] === undefined && key !== 'paid' ? '' : label,
        text(row['hours']) ?? '',
        text(row['starts']) ?? '',
      ]),
  ]);
  expect(await linesOf(page)).toEqual(expected);
});

test.each([
  ['statuses', 'Statuses', 'status'],
  ['teams', 'Teams', 'team'],
  ['payments', 'Payments', 'paid'],
])('a board (%s) counts its columns at once, and has each card once all pages are read', async (slug, name, key) => {
  const page = await open(slug);
  const board = page.getByRole('region', { name, exact: true });
  await board.getByRole('listitem').first().waitFor();
  const counts = await countsBy(key);
  expect((await headings(board)).map(([label, , all]) => [label, all])).toEqual(counts);

  expect(await readToTheEnd(page)).toBe(3);
  await page.getByText(`All ${jobs} records`, { exact: true }).waitFor();
  expect(await headings(board)).toEqual(counts.map(([label, all]) => [label, all, all]));
  const records = await recordsOf();
  for (const [label] of counts) {
    const cards = board.getByRole('region', { name: label, exact: true }).locator('[data-card]');
    const shown = await cards.evaluateAll((all) =>
      all.map((card) => [
        card.querySelector('a')!.textContent!,
        ...[...card.querySelectorAll('dd')].map((value) => value.querySelector('time')?.dateTime ?? value.innerText),
      ]),
    );
    const expected = records
      .filter((row) => isOf(key, label, row))
      .map((row) => [row['title'], text(row['hours']), text(row['starts'])].filter((value) => value !== undefined));
    expect([label, shown]).toEqual([label, expected]);
  }
});
