import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** A real browser for all tests of a file. */
export function sharedBrowser(): { readonly browser: Browser } {
  let browser: Browser;
  beforeAll(async () => {
    const unwanted = new Set(['--disable-web-security', '--single-process', '--no-zygote']);
    browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: chromium.args.filter((argument) => !unwanted.has(argument)),
      headless: true,
    });
  }, 60_000);
  afterAll(() => browser.close());
  return {
    get browser() {
      return browser;
    },
  };
}
