import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { addressesOf, allPatterns } from '../support/all-pages.ts';
import { complaintsOf, expectAccessible, signIn } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';
import { jumpsOn, onlyForMice, walk, watchJumps, withoutReturn } from '../support/walking.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();
const patterns = allPatterns();
let addresses: (pattern: string) => readonly string[];
let page: Page;
let complaints: string[];

beforeAll(async () => {
  addresses = await addressesOf(gateway.admin);
  // One page goes everywhere, as a person does. A browser for each pattern would compile the app again.
  page = await shared.browser.newPage();
  complaints = complaintsOf(page);
  await signIn(page, gateway, { path: '/connect' });
  await watchJumps(page);
});

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});

const nothing = { jumps: [], missed: [], unmarked: [], onlyForMice: [], lost: [] };

test.each(patterns)('%s is still, accessible, and used by keys alone, and complains of nothing', async (pattern) => {
  for (const path of addresses(pattern)) {
    await page.goto(gateway.url + path);
    const title = page.getByRole('heading', { level: 1 }).first();
    await title.waitFor();
    await page.waitForLoadState('networkidle');
    expect({ path, title: await title.innerText() }).not.toEqual({ path, title: 'Not shared with this account' });
    const jumps = await jumpsOn(page);
    await expectAccessible(page);
    const found = {
      jumps,
      ...(await walk(page)),
      onlyForMice: await onlyForMice(page),
      lost: await withoutReturn(page),
    };
    expect.soft({ path, ...found }).toEqual({ path, ...nothing });
  }
});
