let home: string | undefined;

/** Learns where the pages of the workspace are, from the address of one of them. */
export function learnHome(url: string | undefined): void {
  const found = url && /^(https?:\/\/.+?)\/(?:channels|artifacts|files|sessions|uploads)\//.exec(url);
  if (found) home = found[1];
}

/** The whole address of a page. Undefined while nobody knows where the workspace is. */
export function addressOf(to: string): string | undefined {
  if (!to.startsWith('/')) return to;
  return home === undefined ? undefined : home + to;
}
