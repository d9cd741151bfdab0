import type { Page } from 'playwright-core';

/** Sends an event of the clipboard to what has the focus. Returns the text that the clipboard holds then. */
export const clipboard = (page: Page, type: 'copy' | 'cut' | 'paste', text = ''): Promise<string> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('${type}', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
    clipboardData.getData('text/plain');
  }`);
export const paste = (page: Page, text: string) => clipboard(page, 'paste', text);
export const focused = (page: Page, property: string) => page.evaluate(`document.activeElement.${property}`);

/** Saves by keys, and waits until the version is stored. */
export async function save(page: Page, version: number): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText(`Saved as version ${version}`).waitFor();
}
