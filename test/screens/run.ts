import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { icon } from '../../src/packages/description.ts';
import { launchBrowser } from '../support/launch-browser.ts';
import { accessToken, listening, runWorkspace, spawnGateway, stop } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

/** Draws the screens of docs/screens.md from the sample, and the icon of packages: `npm run screens`. */
const folder = 'docs/screens';
const dataFolder = mkdtempSync(join(tmpdir(), 'workspace-screens-'));

interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const looks: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 375, scheme: 'dark' },
];

async function signedIn(browser: Browser, { width, scheme }: Look): Promise<Page> {
  const height = width < 720 ? 760 : 800;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'en-GB' });
  const page = await context.newPage();
  const { stdout } = await runWorkspace('open', '--no-browser', '--data', dataFolder);
  await page.goto(stdout.trim());
  await page.locator('#main').waitFor({ state: 'attached' });
  return page;
}

/** Draws the icon of packages from the one of the app. */
async function drawIcon(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
  const drawing = readFileSync('web/app/icon.svg', 'base64');
  await page.setContent(`<body style="margin:0"><img width="512" src="data:image/svg+xml;base64,${drawing}">`);
  await page.screenshot({ path: icon, omitBackground: true });
}

/** The bytes of a PNG as WebP, which is a third of them. The browser encodes it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64('${png.toString('base64')}')]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d', { alpha: false }).drawImage(bitmap, 0, 0);
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
    return (await webp.bytes()).toBase64();
  })()`);
  return Buffer.from(encoded as string, 'base64');
}

const gateway = await listening(spawnGateway(dataFolder, '--sample'));
const account = accountAt(gateway.url, await accessToken(dataFolder));
const { artifacts } = await account.done('GET /artifacts');
const pathOf = (title: string) => new URL(artifacts.find((one) => one.title === title)!.url!).pathname;
const screens: Record<string, string> = {
  feed: '/channels/sales',
  document: pathOf('Pricing decision'),
  history: `${pathOf('Roadmap, first half')}?tab=history`,
  sheet: pathOf('Price list'),
  board: '/channels/sales/views/deals-by-stage',
  dashboard: '/channels/sales/views/sales-at-a-glance',
  editor: '/channels/sales/views/sales-at-a-glance/edit',
  search: '/search?q=price',
  activity: '/activity',
};

/** The screens that are also drawn on a phone, in the dark. */
const onPhone = new Set(['feed', 'history', 'board', 'dashboard']);

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
await drawIcon(browser);
const encoder = await browser.newPage();
for (const look of looks) {
  const page = await signedIn(browser, look);
  for (const [name, path] of Object.entries(screens).filter(([name]) => look.width > 720 || onPhone.has(name))) {
    await page.goto(gateway.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const webp = await asWebp(encoder, await page.screenshot());
    writeFileSync(join(folder, `${name}-${look.width}-${look.scheme}.webp`), webp);
  }
}
await browser.close();
await stop(gateway.process);
rmSync(dataFolder, { recursive: true });
