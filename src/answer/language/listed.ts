/** The words of a text. */
export const listed = (text: string): string[] => text.trim().split(/\s+/);

/** `won:win lost:lose` as a map. */
export const paired = (text: string): Map<string, string> =>
  new Map(listed(text).map((pair) => pair.split(':') as [string, string]));
