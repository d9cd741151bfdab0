import type { Page } from 'playwright-core';
import { runWorkspace } from '../support/product.ts';

/** A page of the app that the user of this machine is signed in at. */
export async function signedIn(page: Page, dataFolder: string): Promise<Page> {
  const { status, stdout, stderr } = await runWorkspace('open', '--no-browser', '--data', dataFolder);
  if (status !== 0) throw new Error(stderr);
  await page.goto(stdout.trim());
  await page.locator('#main').waitFor({ state: 'attached' });
  return page;
}
