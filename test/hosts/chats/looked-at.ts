import type { Browser, Frame, Page } from 'playwright-core';
import type { Show } from '../../support/showcase.ts';
import type { Started } from './chat-program.ts';

const longestMs = 30_000;
const [width, height] = [1_280, 900];

interface Looking {
  readonly started: Started;
  readonly theme: 'light' | 'dark';
  /** The file of the picture. */
  readonly picture: string;
}

/** Shows an answer in a program, takes a picture, and says what is wrong with the app. */
export async function lookedAt(browser: Browser, show: Show, { started, theme, picture }: Looking): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  context.setDefaultTimeout(longestMs);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => {
    const isOfApp = message.location().url.startsWith('about:') || message.text().includes('Content Security Policy');
    if (message.type() === 'error' && isOfApp) wrong.push(`said: ${message.text()}`);
  });
  page.on('request', (request) => {
    const frame = request.isNavigationRequest() ? undefined : request.frame();
    if (frame && depthOf(frame) >= depthOfApp) wrong.push(`asked for ${request.url()}`);
  });
  try {
    await started.show(page, show, theme);
    const app = await appIn(page);
    await app.getByText(show.words).filter({ visible: true }).first().waitFor();
    wrong.push(...(await faultsOf(app, theme)));
    if (show.tool === 'workspace_view_data' && show.words.startsWith('Add a card')) wrong.push(...(await moved(app)));
  } catch (error) {
    wrong.push((error as Error).message.split('\n')[0]!);
  } finally {
    await page.screenshot({ path: picture });
    await context.close();
  }
  return wrong;
}

/** A chat holds a frame of another origin, and that one holds the app. */
const depthOfApp = 2;
const depthOf = (frame: Frame): number => (frame.parentFrame() ? 1 + depthOf(frame.parentFrame()!) : 0);

async function appIn(page: Page): Promise<Frame> {
  for (const end = Date.now() + longestMs; Date.now() < end; await page.waitForTimeout(100)) {
    const app = page.frames().find((frame) => depthOf(frame) === depthOfApp);
    if (app && (await app.locator('#app').count()) > 0) return app;
  }
  throw new Error('The app is in no frame.');
}

/** How much wider than its frame the app is, and how light its letters are. A canvas knows each notation of a colour. */
const measured = `(() => {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillStyle = getComputedStyle(document.body).color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return { over: document.documentElement.scrollWidth - innerWidth, ink: (red + green + blue) / 3 };
})()`;

async function faultsOf(app: Frame, theme: 'light' | 'dark'): Promise<string[]> {
  const { over, ink } = await app.evaluate<{ over: number; ink: number }>(measured);
  const isDark = ink > 127;
  return [
    ...(over > 0 ? [`is ${over} pixels too wide`] : []),
    ...(isDark === (theme === 'dark') ? [] : [`is not ${theme}`]),
  ];
}

/** Moves the first lead that is left, by its menu. */
async function moved(app: Frame): Promise<string[]> {
  const leads = app.getByRole('region', { name: 'Lead', exact: true });
  const won = app.getByRole('region', { name: 'Won', exact: true });
  const before = await won.getByRole('listitem').count();
  await leads
    .getByRole('button', { name: /^Move / })
    .first()
    .click();
  await app.getByRole('menuitem', { name: 'Move to Won' }).click();
  await app.getByText(/is in Won now/).waitFor();
  return (await won.getByRole('listitem').count()) === before + 1 ? [] : ['moved no card'];
}
