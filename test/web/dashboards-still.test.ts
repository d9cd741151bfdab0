import { expect, test } from 'vitest';
import { signIn } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';
import { jumpsOn, watchJumps } from '../support/walking.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

test('a dashboard whose figures come one after the other moves nothing', async () => {
  const { views } = await gateway.admin.done('GET /channels/sales/views');
  const { slug } = views.find(({ renderer }) => renderer === 'dashboard')!;
  const page = await shared.browser.newPage();
  await signIn(page, gateway, { path: '/connect' });
  await watchJumps(page);
  let asked = 0;
  await page.route('**/api/workspace/**', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, (asked % 4) * 250));
    await route.continue().catch(() => {});
  });
  await page.goto(`${gateway.url}/channels/sales/views/${slug}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Show the figures').first().waitFor();
  await expect.poll(() => page.getByText('Reading …').count()).toBe(0);
  expect(await jumpsOn(page)).toEqual([]);
});
