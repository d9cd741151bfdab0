import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const measured = ['Nodes', 'JSEventListeners', 'JSHeapUsedSize'] as const;
type Measured = Record<(typeof measured)[number], number>;

/** The memory of the page after garbage collection. */
async function heldBy(session: CDPSession): Promise<Measured> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return Object.fromEntries(measured.map((name) => [name, valueOf(name)])) as Measured;
}

const records = limits.batchRecords;
const posts = 60;

/**
 * More changes than the page reads one by one, and as many posts as its feed shows. The last one says which round it
 * was.
 */
async function bustle(objectTypeId: string, round: number): Promise<void> {
  const mia = gateway.as('mia');
  for (let batch = 0; batch < 2; batch += 1) {
    const create = Array.from({ length: records }, (_, index) => ({ title: `Record ${round} ${batch} ${index}` }));
    await mia.done('POST /channels/board/records/batch', { objectTypeId, create });
  }
  const say = (body: string) => mia.done('POST /channels/board/posts', { body });
  for (let at = 0; at < posts; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => say(`Post ${at + index} of round ${round}`)));
  await say(`The end of round ${round}`);
}

/** Until the end of the round is shown and nothing is asked any more. */
async function settled(page: Page, round: number): Promise<void> {
  await page.getByRole('article').getByText(`The end of round ${round}`).waitFor();
  await page.waitForLoadState('networkidle');
}

test('a page that stays open in a busy channel does not grow', async () => {
  const { dataSet } = await gateway.as('mia').done('POST /channels/board/data-sets', { name: 'Deals' });
  const page = await appPage(shared.browser, gateway, { user: 'rita@workspace.test', path: '/channels/board' });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const held: Measured[] = [];
  for (const round of [1, 2, 3, 4]) {
    await bustle(dataSet.objectTypeId, round);
    await settled(page, round);
    held.push(await heldBy(session));
  }
  const [, middle, , end] = held as [Measured, Measured, Measured, Measured];
  expect(await page.getByRole('article').count()).toBeLessThanOrEqual(50);
  expect(end.Nodes).toBeLessThan(middle.Nodes * 1.1);
  expect(end.JSEventListeners).toBeLessThanOrEqual(middle.JSEventListeners + 2);
  expect(end.JSHeapUsedSize / middle.JSHeapUsedSize).toBeLessThan(1.25);
});
