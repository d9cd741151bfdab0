import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { appPage } from './app-pages.ts';
import { sharedBrowser } from './browser.ts';
import { staffedGateway } from './people.ts';

/** Will in a browser and an agent of Mia change the same documents. */
export function twoWriters() {
  const gateway = staffedGateway();
  const shared = sharedBrowser();
  const agent = { 'workspace-agent': 'Planner' };

  const open = (name: 'mia' | 'will', path: string, viewport = { width: 1_280, height: 720 }) =>
    appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path, viewport });

  async function write(title: string, content: string) {
    const input = { kind: 'markdown', title, content, channelId: 'board', idempotencyKey: randomUUID() };
    return (await gateway.as('mia').done('POST /artifacts', input)).artifact;
  }

  const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

  /** A change through an agent of Mia. */
  async function change(id: string, oldText: string, newText: string): Promise<void> {
    const { versionId } = await artifactOf(id);
    const input = { expectedVersionId: versionId, edits: [{ oldText, newText }], idempotencyKey: randomUUID() };
    await gateway.as('mia').done(`PATCH /artifacts/${id}`, input, agent);
  }

  const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

  const yours = (page: Page) => page.getByRole('textbox', { name: 'Yours' });

  /** Changes of others are not read meanwhile, so that saving meets them. */
  const withoutNews = (page: Page) => page.route('**/api/workspace/activity*', (route) => route.abort());

  /** Saves, is refused because of the same lines, and opens both versions. */
  async function meet(page: Page): Promise<void> {
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Compare and choose' }).click();
  }

  const three = 'First.\n\nSecond.\n\nThird.\n';

  /** A document whose first line Will has changed, and has not saved. */
  async function begun(
    title: string,
    viewport?: { width: number; height: number },
  ): Promise<{ id: string; page: Page }> {
    const { id } = await write(title, three);
    const page = await open('will', `/artifacts/${id}/edit`, viewport);
    await text(page).press('Control+Home');
    await page.keyboard.type('Mine: ');
    return { id, page };
  }

  /** The same, whose first line an agent has changed since. */
  async function clash(title: string, theirs: string, viewport?: { width: number; height: number }) {
    const { id, page } = await begun(title, viewport);
    await withoutNews(page);
    await change(id, 'First.', theirs);
    return { id, page };
  }
  return { gateway, open, write, artifactOf, change, text, yours, withoutNews, meet, begun, clash, agent, three };
}
