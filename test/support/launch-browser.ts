import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** The browser that comes with the packages, with the rules of the web on. */
export async function launchBrowser(): Promise<Browser> {
  const unwanted = ['--disable-web-security', '--single-process', '--no-zygote'];
  // A machine without a graphics processor would compute one, which costs more than the pages.
  const graphics = [
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
  ];
  const without = new Set([...unwanted, ...graphics]);
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((argument) => !without.has(argument)), '--disable-gpu'],
    headless: true,
  });
}
