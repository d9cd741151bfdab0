import open from 'open';

/** Opens an address in a browser, if there is one. */
export async function showInBrowser(address: string): Promise<void> {
  const opened = await open(address).catch(() => undefined);
  opened?.on('error', () => {});
}
