import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** The browser that comes with the packages, with the rules of the web on. */
export async function launchBrowser(): Promise<Browser> {
  const unwanted = new Set(['--disable-web-security', '--single-process', '--no-zygote']);
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((argument) => !unwanted.has(argument)),
    headless: true,
  });
}
