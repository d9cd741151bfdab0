import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { launchBrowser } from '../support/launch-browser.ts';
import { accessToken } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';
import { signedIn } from './page.ts';
import { Product } from './product.ts';
import type { Trial } from './trial.ts';

/** The most that a page may grow from the middle of the trial to its end, as factors. */
const growth = { Nodes: 1.1, JSEventListeners: 1.1, JSHeapUsedSize: 1.25 };
type Held = Record<keyof typeof growth, number>;

/**
 * A page stays open in a busy channel, while a person and an agent write there without a pause. It shows what they wrote,
 * complains of nothing, and holds no more at the end than in the middle.
 */
export const openPage: Trial = async ({ long, folder }) => {
  await using product = new Product({ dataFolder: join(folder, 'data') });
  const { url } = await product.serve();
  await addUsers(product.dataFolder, { email: 'person@a.test' });
  const person = accountAt(url, await accessToken(product.dataFolder, '--user', 'person@a.test', '--expires', '24h'));
  const agent = await product.host();
  const browser = await launchBrowser();
  try {
    const page = await signedIn(await browser.newPage(), product.dataFolder);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(`${url}/channels/general`);
    await page.getByLabel('Post to General').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');

    const started = performance.now();
    const lasts = long ? 600_000 : 40_000;
    let [posts, answers] = [0, 0];
    page.on('response', (response) => {
      if (response.url().includes('/activity?')) answers += 1;
    });
    const held: Held[] = [];
    for (const part of [0.5, 0.75, 1]) {
      while (performance.now() - started < lasts * part) {
        posts += 2;
        const { post } = await person.done('POST /channels/general/posts', { body: `Post ${posts} of a person` });
        await person.done(`POST /channels/general/posts/${post.id}/replies`, { body: 'And a reply to it.' });
        await agent.done('workspace_post_create', { channelId: 'general', body: `**Post ${posts}** of an agent` });
        await sleep(500);
      }
      await page.getByRole('article').getByText(`Post ${posts} of an agent`).waitFor();
      held.push(await heldBy(session));
    }
    const [middle, , end] = held as [Held, Held, Held];
    for (const [name, most] of Object.entries(growth) as [keyof Held, number][])
      assert(end[name] <= middle[name] * most, `${name} grew from ${middle[name]} to ${end[name]}`);
    assert.deepEqual(complaints, []);
    const mebibytes = held.map(({ JSHeapUsedSize }) => (JSHeapUsedSize / 2 ** 20).toFixed(1)).join(', ');
    return {
      'minutes of a page in a busy channel': lasts / 60_000,
      'posts and replies meanwhile': posts * 1.5,
      'looks of the page': answers,
      'MiB of scripts that it held in the middle, later and at the end': mebibytes,
      'elements then': held.map(({ Nodes }) => Nodes).join(', '),
    };
  } finally {
    await browser.close();
  }
};

/** The memory of the page after garbage collection. */
async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return Object.fromEntries(Object.keys(growth).map((name) => [name, valueOf(name)])) as Held;
}
