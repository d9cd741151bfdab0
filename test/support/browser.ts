import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

let running: Browser | undefined;

/** A real browser for all tests of a file. The files that follow in this process use the same one, without what was left open. */
export function sharedBrowser(): { readonly browser: Browser } {
  beforeAll(async () => {
    if (!running?.isConnected()) running = await launchBrowser();
  });
  afterAll(async () => {
    await Promise.all(running!.contexts().map((context) => context.close()));
  });
  return {
    get browser() {
      return running!;
    },
  };
}
