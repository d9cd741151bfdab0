import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Files to choose, by name: with this content, or of this many bytes. They go when the test ends. */
export async function filesToChoose(
  contents: Readonly<Record<string, string | Uint8Array | number>>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name);
    if (typeof content !== 'number') await writeFile(path, content);
    else await writeBytes(path, content);
    paths.push(path);
  }
  return paths;
}

async function writeBytes(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.write('its beginning');
  await file.close();
}

/** Presses the button that opens the picker, and picks these files. */
export async function choose(page: Page, button: string, paths: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles([...paths]);
}

/** The page sends this many bytes a second at most. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}
