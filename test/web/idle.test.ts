import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

/** The status of each answer as it came over the wire, before the browser put in what it had kept. */
async function answersTo(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const statuses: number[] = [];
  await session.send('Network.enable');
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
  return statuses;
}

/** Counts changes of the page's elements into an attribute. */
const countDrawing = `new MutationObserver((changes) => document.body.setAttribute('data-drawn', changes.length))
  .observe(document.querySelector('#app'), { subtree: true, childList: true, attributes: true, characterData: true })`;

test('an idle page asks once in 15 seconds, is answered 304 without a body, and draws nothing', async () => {
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'The only post' });
  const page = await appPage(shared.browser, gateway, { user: 'rita@workspace.test', path: '/channels/board' });
  await page.getByRole('article').getByText('The only post').waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  const statuses = await answersTo(page);
  await expect.poll(() => statuses.length, patience).toBeGreaterThan(0); // From here on the clock is ours.
  await page.clock.runFor(61_000);
  await page.waitForLoadState('networkidle');
  await page.evaluate(countDrawing);
  statuses.length = 0;
  for (const turn of [1, 2, 3]) {
    await page.clock.runFor(15_000);
    await expect.poll(() => statuses.length, patience).toBe(turn);
  }
  expect(statuses).toEqual([304, 304, 304]);
  expect(await page.locator('body').getAttribute('data-drawn')).toBeNull();
});
