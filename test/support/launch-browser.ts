import { setTimeout } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { hasSharedMemory } from './in-memory.ts';

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
  // A second list of features would replace the list of Playwright, which leaves out what tests do not use.
  const isWanted = (argument: string) => !without.has(argument) && !argument.startsWith('--disable-features=');
  const options = {
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter(isWanted), '--disable-gpu'],
    // Memory that processes share is cheaper there than in a file.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    headless: true,
  };
  for (;;) {
    try {
      return await playwright.launch(options);
    } catch (error) {
      // The first process on a machine unpacks the browser, and another one may find it half written.
      if (!String(error).includes('ETXTBSY')) throw error;
      await setTimeout(200);
    }
  }
}
