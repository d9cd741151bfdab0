import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FeedItem } from '../../schemas/feed.ts';
import { happeningsOf } from '../../web/features/channels/happenings.ts';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const made = async (title: string): Promise<string> => {
  const input = { kind: 'markdown', title, content: 'As it was\n', channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
};

async function save(name: 'mia' | 'will', id: string, content: string, agent?: string): Promise<void> {
  const { versionId } = (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
  const input = { expectedVersionId: versionId, content, idempotencyKey: randomUUID() };
  await gateway.as(name).done(`PATCH /artifacts/${id}`, input, agent === undefined ? {} : { 'workspace-agent': agent });
}

test('saves of people who alternate on one document are one line that names all, and leads to each version', async () => {
  const [plan, other] = [await made('Alternated'), await made('Beside it')];
  await save('will', plan, 'Second\n');
  await save('mia', plan, 'Third\n');
  await save('mia', other, 'Second\n');
  await save('will', plan, 'Fourth\n', 'Planner');
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: '/channels/board' });
  const cards = page.getByRole('article').filter({ hasText: 'Alternated' });
  await cards.first().waitFor();
  expect(await cards.count()).toBe(1);
  expect((await cards.locator('header').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /^will\S* via Planner, mia\S* via API and will\S* via API changed a document in 4 versions /,
  );
  await expectAccessible(page);
  await cards.getByRole('link', { name: '4 versions' }).click();
  await page.waitForURL(/\?tab=history$/);
  for (const number of [1, 2, 3, 4]) await page.getByText(`Version ${number}`).first().waitFor();
});

/** A version that was saved some minutes after noon. */
function version(number: number, minutes: number): FeedItem {
  const at = new Date(Date.UTC(2026, 0, 5, 12, minutes)).toISOString();
  const actor = { id: 'usr_1', name: 'Mia' };
  const artifact = { id: 'art_1', versionNumber: number, updatedAt: at, updatedBy: actor };
  return { id: `item ${number}`, at, actor, type: 'artifact', artifact } as unknown as FeedItem;
}

test('a save more than an hour later begins a line of its own', () => {
  const lines = happeningsOf([version(4, 150), version(3, 91), version(2, 30), version(1, 0)]);
  expect(lines.map(({ item, earlier, isNewest }) => [item.id, earlier, isNewest])).toEqual([
    ['item 4', 1, true],
    ['item 2', 1, false],
  ]);
});
